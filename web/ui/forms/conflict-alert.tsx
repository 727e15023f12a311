/** The record was saved first elsewhere, by someone else or in another tab: shows both versions and lets the user choose. */
import { Alert, Button, Group, Table, Text } from "@mantine/core";
import type { ApiError } from "../../api/api-client.ts";

interface Props<Value> {
  readonly error: ApiError | null;
  /** The values that the form started with, and the stored ones. */
  readonly base: Value;
  readonly current: Value | undefined;
  /** The facts to compare, by label. */
  readonly describe: (value: Value) => Readonly<Record<string, string>>;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

export function ConflictAlert<Value>({ error, base, current, describe, onKeepMine, onTakeTheirs }: Props<Value>) {
  if (error?.code !== "version.stale" || !current) return null;
  const [before, after] = [describe(base), describe(current)];
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (label) => before[label] !== after[label],
  );
  return (
    <Alert color="orange" title="This has changed since you opened it" role="alert">
      <Text size="sm" mb="xs">
        {changed.length > 0
          ? "This is what has changed. Your changes are still here."
          : "Nothing that this form shows has changed. Your changes are still here."}
      </Text>
      {changed.length > 0 && (
        <Table fz="sm" mb="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>Now</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changed.map((label) => (
              <Table.Tr key={label}>
                <Table.Td>{label}</Table.Td>
                <Table.Td>{before[label] ?? "–"}</Table.Td>
                <Table.Td fw={600}>{after[label] ?? "–"}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group gap="xs">
        <Button size="xs" onClick={onKeepMine}>
          Keep my changes
        </Button>
        <Button size="xs" variant="default" onClick={onTakeTheirs}>
          Discard my changes
        </Button>
      </Group>
    </Alert>
  );
}
