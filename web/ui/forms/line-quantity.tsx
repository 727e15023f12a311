import { Group, Stack, Text } from "@mantine/core";
import { WholeNumberInput } from "./whole-number-input.tsx";

interface Props {
  readonly title: string;
  readonly sku: string;
  readonly max: number;
  /** For screen readers: "Units of MUG in the parcel". */
  readonly label: string;
  readonly autoFocus?: boolean;
  readonly inputProps: object;
}

/** An item with a field for its quantity: "2 of 5". */
export function LineQuantity({ title, sku, max, label, autoFocus = false, inputProps }: Props) {
  return (
    <Group justify="space-between" wrap="nowrap" align="start">
      <Stack gap={0} miw={0}>
        <Text size="sm">{title}</Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {sku}
        </Text>
      </Stack>
      <Group gap={6} wrap="nowrap">
        <WholeNumberInput
          size="xs"
          w={84}
          min={0}
          max={max}
          data-autofocus={autoFocus || undefined}
          aria-label={label}
          {...inputProps}
        />
        <Text size="xs" c="dimmed" w={36}>
          of {max}
        </Text>
      </Group>
    </Group>
  );
}
