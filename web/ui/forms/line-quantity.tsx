import { Group, Stack, Text } from "@mantine/core";
import { shallowEqual } from "@mantine/hooks";
import { memo } from "react";
import type { GetInputProps } from "./use-api-form.ts";
import { WholeNumberInput } from "./whole-number-input.tsx";

interface Props {
  readonly title: string;
  readonly sku: string;
  readonly max: number;
  /** For screen readers: "Units of MUG in the parcel". */
  readonly label: string;
  readonly autoFocus?: boolean;
  readonly inputProps: ReturnType<GetInputProps>;
}

/**
 * An item with a field for its quantity: "2 of 5". Of two hundred, only the one that is typed in is drawn again; what a
 * field does with what is typed does not depend on when it was drawn.
 */
export const LineQuantity = memo(
  Row,
  ({ inputProps: before, ...was }, { inputProps: after, ...is }) =>
    before.value === after.value && before.error === after.error && shallowEqual(was, is),
);

function Row({ title, sku, max, label, autoFocus = false, inputProps }: Props) {
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
