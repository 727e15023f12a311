/** The items of a parcel, each green once all its units are in the box. */
import { ActionIcon, Group, Paper, Stack, Text } from "@mantine/core";
import { CheckIcon, MinusIcon, PlusIcon } from "../ui/icons.ts";
import { type Counts, counted, countOf, type PackLine } from "./count-scans.ts";

interface Props {
  readonly lines: readonly PackLine[];
  readonly counts: Counts;
  readonly onCount: (counts: Counts) => void;
  readonly disabled: boolean;
}

export function PackLines({ lines, counts, onCount, disabled }: Props) {
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }} aria-label="Items">
      {lines.map((line) => {
        const count = countOf(counts, line);
        const isDone = count >= line.quantity;
        return (
          <Paper
            key={line.lineId}
            component="li"
            withBorder
            p="xs"
            {...(isDone && { bg: "var(--mantine-color-green-light)" })}
            aria-label={`${line.sku}: ${count} of ${line.quantity}${isDone ? ", complete" : ""}`}
          >
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Stack gap={0} miw={0}>
                <Text size="sm" fw={550}>
                  {line.title}
                </Text>
                <Text size="xs" ff="monospace" style={{ overflowWrap: "anywhere" }}>
                  {line.sku}
                  {line.bin && ` · bin ${line.bin}`}
                </Text>
              </Stack>
              <Group gap={6} wrap="nowrap">
                <ActionIcon
                  variant="default"
                  size="lg"
                  aria-label={`One ${line.sku} fewer`}
                  disabled={disabled || count === 0}
                  onClick={() => onCount(counted(counts, line, -1))}
                >
                  <MinusIcon size={16} />
                </ActionIcon>
                <Group gap={4} wrap="nowrap" miw={58} justify="center">
                  <Text fw={700} style={{ whiteSpace: "nowrap" }}>
                    {count} / {line.quantity}
                  </Text>
                  {isDone && <CheckIcon size={16} aria-hidden />}
                </Group>
                <ActionIcon
                  variant="default"
                  size="lg"
                  aria-label={`One ${line.sku} more`}
                  disabled={disabled || isDone}
                  onClick={() => onCount(counted(counts, line, 1))}
                >
                  <PlusIcon size={16} />
                </ActionIcon>
              </Group>
            </Group>
          </Paper>
        );
      })}
    </Stack>
  );
}
