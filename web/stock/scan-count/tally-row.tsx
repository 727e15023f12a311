/** One item of a count: its units so far, to be corrected by hand. */
import { ActionIcon, Group, Paper, Stack, Text } from "@mantine/core";
import { MinusIcon, PlusIcon } from "../../ui/icons.ts";
import type { Tally } from "./tally.ts";

interface Props {
  readonly tally: Tally;
  readonly problem: string | undefined;
  readonly onCount: (by: number) => void;
  readonly onRemove: () => void;
}

export function TallyRow({ tally: { sku, title, counted: units, expected }, problem, onCount, onRemove }: Props) {
  const difference = units - expected;
  return (
    <Paper component="li" withBorder p="xs" aria-label={`${sku}: ${units} of ${expected} on hand`}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={550}>
            {title}
          </Text>
          <Text size="xs" ff="monospace" style={{ overflowWrap: "anywhere" }}>
            {sku}
          </Text>
          <Text size="xs" {...(difference === 0 && { c: "dimmed" })}>
            {expected} on hand so far
            {difference !== 0 && ` (${Math.abs(difference)} ${difference > 0 ? "more" : "fewer"})`}
          </Text>
          {problem && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {problem}
            </Text>
          )}
        </Stack>
        <Group gap={6} wrap="nowrap">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={units === 0 ? `Do not count ${sku}` : `One ${sku} fewer`}
            onClick={() => (units === 0 ? onRemove() : onCount(-1))}
          >
            <MinusIcon size={16} />
          </ActionIcon>
          <Text fw={700} size="lg" miw={44} ta="center">
            {units}
          </Text>
          <ActionIcon variant="default" size="lg" aria-label={`One ${sku} more`} onClick={() => onCount(1)}>
            <PlusIcon size={16} />
          </ActionIcon>
        </Group>
      </Group>
    </Paper>
  );
}
