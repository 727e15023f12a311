/** The number of labels for each item. */
import { Button, Group, Table, Text } from "@mantine/core";
import { useState } from "react";
import type { NumberValue } from "../ui/forms/parse-input.ts";
import type { Variant } from "../ui/forms/variant-picker.tsx";
import { WholeNumberInput } from "../ui/forms/whole-number-input.tsx";
import { toastError } from "../ui/toast.tsx";
import { copiesBounds } from "./chosen-items.ts";

interface Props {
  readonly items: readonly Variant[];
  readonly typedOf: (item: Variant) => NumberValue;
  readonly onTyped: (item: Variant, copies: NumberValue) => void;
  readonly onAll: (copies: (item: Variant) => number) => void;
  /** Null for users who may not see stock. */
  readonly onAsOnHand: (() => Promise<void>) | null;
}

export function CopiesTable({ items, typedOf, onTyped, onAll, onAsOnHand }: Props) {
  const [isLoading, setLoading] = useState(false);
  const asOnHand = (load: () => Promise<void>) => {
    setLoading(true);
    load()
      .catch(toastError)
      .finally(() => setLoading(false));
  };
  const small = { size: "compact-sm", variant: "default" } as const;
  return (
    <>
      <Group gap="xs">
        <Button {...small} onClick={() => onAll(() => 1)}>
          One of each
        </Button>
        {onAsOnHand && (
          <Button {...small} loading={isLoading} onClick={() => asOnHand(onAsOnHand)}>
            As many as on hand
          </Button>
        )}
      </Group>
      <Table.ScrollContainer minWidth={0} mah={320} type="native">
        <Table fz="sm" horizontalSpacing={6} aria-label="Labels of each item">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Item</Table.Th>
              <Table.Th visibleFrom="xs">Barcode</Table.Th>
              <Table.Th ta="right">Labels</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td style={{ overflowWrap: "anywhere" }}>
                  {item.title}
                  <Text size="xs" c="dimmed" ff="monospace">
                    {item.sku}
                  </Text>
                </Table.Td>
                <Table.Td visibleFrom="xs" ff="monospace" fz="xs">
                  {item.barcode ?? "none, the SKU is used"}
                </Table.Td>
                <Table.Td w={96}>
                  <WholeNumberInput
                    size="xs"
                    {...copiesBounds}
                    aria-label={`Labels of ${item.sku}`}
                    value={typedOf(item)}
                    onChange={(copies) => onTyped(item, copies)}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
