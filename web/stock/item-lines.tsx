/** Items with their units, as they are scanned one after the other for a transfer or a delivery. */
import { ActionIcon, Group, Stack, Text } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { quantityMax } from "#core/contract/kit/fields";
import { type NumberValue, parseNumber } from "../ui/forms/parse-input.ts";
import { WholeNumberInput } from "../ui/forms/whole-number-input.tsx";
import { TrashIcon } from "../ui/icons.ts";
import { useScanInField } from "../ui/scan/use-scan-in-field.ts";
import type { VariantId } from "./types.ts";

export interface ItemLine {
  readonly variantId: VariantId;
  readonly sku: string;
  readonly title: string;
  readonly quantity: NumberValue;
}

export interface Item {
  readonly id: VariantId;
  readonly sku: string;
  readonly title: string;
}

/** The lines with these units of an item added: each item has one line. */
export function withUnits(lines: readonly ItemLine[], { id, sku, title }: Item, units: number): ItemLine[] {
  const isOwn = ({ variantId }: ItemLine) => variantId === id;
  if (!lines.some(isOwn)) return [...lines, { variantId: id, sku, title, quantity: units }];
  return lines.map((line) => (isOwn(line) ? { ...line, quantity: (parseNumber(line.quantity) || 0) + units } : line));
}

/** The lines as the API takes them. */
export const inputLines = (lines: readonly ItemLine[]) =>
  lines.map(({ variantId, quantity }) => ({ variantId, quantity: parseNumber(quantity) }));

interface LineProps {
  readonly line: ItemLine;
  /** What is wrong with its units. */
  readonly error?: ReactNode;
  readonly note?: ReactNode;
  readonly autoFocus?: boolean;
  /** Stable functions, so that of 200 lines only the changed one is drawn again. */
  readonly setUnits: (variantId: VariantId, quantity: NumberValue) => void;
  readonly onRemove: (variantId: VariantId) => void;
  /** Called with what was scanned while its units had the focus. The next scan belongs to another field. */
  readonly onScan: (code: string) => void;
}

export const ItemLineRow = memo(function ItemLineRow(props: LineProps) {
  const { line, error, note, autoFocus = false, setUnits, onRemove, onScan } = props;
  const { variantId, sku, title, quantity } = line;
  const change = (units: NumberValue) => setUnits(variantId, units);
  const onKeyDown = useScanInField(quantity, change, onScan);
  return (
    <Group justify="space-between" align="start" wrap="nowrap" gap="xs">
      <Stack gap={0} miw={0}>
        <Text size="sm">{title}</Text>
        <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          {sku}
        </Text>
        {note}
      </Stack>
      <Group gap={4} wrap="nowrap" align="start">
        <WholeNumberInput
          w={92}
          size="xs"
          min={1}
          max={quantityMax}
          {...(autoFocus && { autoFocus, "data-autofocus": true })}
          aria-label={`Units of ${sku}`}
          value={quantity}
          onChange={change}
          onKeyDown={onKeyDown}
          error={error}
        />
        <ActionIcon
          size={30}
          variant="subtle"
          color="gray"
          aria-label={`Remove ${sku}`}
          onClick={() => onRemove(variantId)}
        >
          <TrashIcon size={16} />
        </ActionIcon>
      </Group>
    </Group>
  );
});
