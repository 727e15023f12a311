/** The changes that a file makes, or would make, to one record: each field with its values before and after. */
import { Group, Text } from "@mantine/core";
import { fieldLabel } from "../ui/format/field-labels.ts";
import { isEmptyValue, useFormatValue } from "../ui/format/field-values.tsx";
import type { Import, ImportRow } from "./labels.ts";

interface Props {
  readonly kind: Import["kind"];
  readonly row: Pick<ImportRow, "before" | "after">;
}

export function RowChanges({ kind, row: { before, after } }: Props) {
  const formatValue = useFormatValue();
  const fields = Object.keys(after ?? {});
  if (fields.length === 0) return "–";
  return (
    <Group gap="xs" style={{ whiteSpace: "normal" }}>
      {fields.map((name) => {
        const { label, field } = named(kind, name);
        const [was, is] = [before?.[name], after?.[name]];
        return (
          <Text key={name} size="sm">
            {label}:{" "}
            {!isEmptyValue(was) && (
              <>
                <bdi>{formatValue(field, was)}</bdi> →{" "}
              </>
            )}
            <bdi>{formatValue(field, is)}</bdi>
          </Text>
        );
      })}
    </Group>
  );
}

/** For stock, the name is a location's code; for products, it may be a variant's field, after the SKU. */
function named(kind: Import["kind"], name: string): { readonly label: string; readonly field: string } {
  if (kind === "stock") return { label: name, field: "onHand" };
  const [, sku, ofVariant = name] = /^(.+) (\w+)$/.exec(name) ?? [];
  if (sku === undefined) return { label: fieldLabel(name), field: name };
  if (ofVariant === "added") return { label: `${sku}, new variant`, field: "priceMinor" };
  return { label: `${sku}, ${fieldLabel(ofVariant).toLowerCase()}`, field: ofVariant };
}
