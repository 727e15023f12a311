/** Items with their units, as they are scanned one after the other for a transfer or a delivery. */
import { ActionIcon, Group, type NumberInputProps, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { type NumberValue, parseNumber } from "../ui/forms/parse-input.ts";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";
import { useScanInField } from "../ui/forms/use-scan-in-field.ts";
import { WholeNumberInput } from "../ui/forms/whole-number-input.tsx";
import { TrashIcon } from "../ui/icons.ts";
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

/** The lines of the form, as the API takes them. */
export const inputLines = (lines: readonly ItemLine[]) =>
  lines.map(({ variantId, quantity }) => ({ variantId, quantity: parseNumber(quantity) }));

interface Props {
  readonly lines: readonly ItemLine[];
  readonly getInputProps: GetInputProps;
  readonly onRemove: (index: number) => void;
  /** Called with what was scanned while a line's units had the focus. */
  readonly onScan: (code: string) => void;
  /** Why a line was refused, by variant. */
  readonly refused?: ReadonlyMap<string, string>;
  readonly noteOf?: (line: ItemLine) => ReactNode;
  readonly focusFirst?: boolean;
}

export function ItemLines({ lines, getInputProps, onRemove, onScan, refused, noteOf, focusFirst = false }: Props) {
  return lines.map((line, index) => (
    <Group key={line.variantId} justify="space-between" align="start" wrap="nowrap" gap="xs">
      <Stack gap={0} miw={0}>
        <Text size="sm">{line.title}</Text>
        <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          {line.sku}
        </Text>
        {noteOf?.(line)}
      </Stack>
      <Group gap={4} wrap="nowrap" align="start">
        <LineUnits
          {...(index === 0 && focusFirst && { autoFocus: true, "data-autofocus": true })}
          aria-label={`Units of ${line.sku}`}
          onScan={onScan}
          {...getInputProps(`lines.${index}.quantity`)}
          {...(refused?.has(line.variantId) && { error: refused.get(line.variantId) })}
        />
        <ActionIcon
          size={30}
          variant="subtle"
          color="gray"
          aria-label={`Remove ${line.sku}`}
          onClick={() => onRemove(index)}
        >
          <TrashIcon size={16} />
        </ActionIcon>
      </Group>
    </Group>
  ));
}

interface LineUnitsProps extends NumberInputProps {
  readonly onScan: (code: string) => void;
}

function LineUnits({ onScan, ...props }: LineUnitsProps) {
  const { value = "", onChange = () => {} } = props;
  const onKeyDown = useScanInField(value, onChange, onScan);
  return <WholeNumberInput w={92} size="xs" min={1} {...props} onKeyDown={onKeyDown} />;
}
