/** The rows that were not saved, one by one, and why. */
import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import { countText } from "../../ui/format/format.tsx";
import type { Refused } from "./grid-rows.ts";

interface Props {
  readonly refused: readonly Refused[];
  /** Replaces the typed values with those that others have saved. */
  readonly onTakeTheirs: () => void;
  readonly onClose: () => void;
}

export function RefusedRows({ refused, onTakeTheirs, onClose }: Props) {
  if (refused.length === 0) return null;
  const isChanged = refused.some(({ changed }) => changed !== null);
  return (
    <Alert
      color="orange"
      role="alert"
      title={`${countText(refused.length, "row")} not saved`}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      <Stack gap="xs">
        <List size="sm" spacing={2} mah={200} style={{ overflowY: "auto" }}>
          {refused.map(({ row, changed }) => (
            <List.Item key={row.key}>
              <Text span inherit fw={600}>
                {row.sku}
              </Text>{" "}
              {changed === null
                ? "no longer exists."
                : `was changed in the meantime: ${changed
                    .map(({ title, now, typed }) => `${title} is now ${now}, you typed ${typed}`)
                    .join("; ")}.`}
            </List.Item>
          ))}
        </List>
        {isChanged && (
          <Group gap="xs">
            <Text size="sm">What you typed is still there. Save again to overwrite, or</Text>
            <Button size="compact-sm" variant="default" onClick={onTakeTheirs}>
              Take their changes
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
