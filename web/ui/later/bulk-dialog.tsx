/** The progress of one action for many rows, and the result of each. */
import { Button, Group, List, Modal, Progress, Stack, Text } from "@mantine/core";

export interface BulkResult {
  /** The React key: two rows may have the same label. */
  readonly key: string;
  readonly label: string;
  readonly isDone: boolean;
  readonly says: string;
}

export interface BulkProgress {
  readonly title: string;
  readonly total: number;
  readonly results: readonly BulkResult[];
  readonly finished: boolean;
  /** Undoes what was done; null if that is not possible. */
  readonly onUndo: (() => void) | null;
}

interface DialogProps {
  readonly progress: BulkProgress;
  /** Set when the user stops the run. */
  readonly stopped: { current: boolean };
  readonly onClose: () => void;
}

export default function BulkDialog({ progress, stopped, onClose }: DialogProps) {
  const { title, total, results, finished, onUndo } = progress;
  const failed = results.filter(({ isDone }) => !isDone);
  return (
    <Modal
      opened
      onClose={finished ? onClose : () => {}}
      withCloseButton={finished}
      closeButtonProps={{ "aria-label": "Close" }}
      title={title}
    >
      <Stack gap="sm">
        <Progress value={(results.length / Math.max(total, 1)) * 100} aria-label="Progress" />
        <Text size="sm" role="status">
          {results.length - failed.length} of {total} done{failed.length > 0 && `, ${failed.length} failed`}
          {finished && results.length < total && ", stopped"}
        </Text>
        <List size="sm" spacing={4} listStyleType="none" mah={320} style={{ overflowY: "auto" }}>
          {/* Failed rows come first: among fifty that succeeded they would be missed. */}
          {[...failed, ...results.filter(({ isDone }) => isDone)].map(({ key, label, isDone, says }) => (
            <List.Item key={key}>
              <Text span fw={550}>
                {label}
              </Text>{" "}
              <Text span c={isDone ? "dimmed" : "red"}>
                {says}
              </Text>
            </List.Item>
          ))}
        </List>
        <Group justify="flex-end" gap="xs">
          {onUndo && (
            <Button variant="default" onClick={onUndo}>
              Undo
            </Button>
          )}
          {finished ? (
            <Button onClick={onClose}>Close</Button>
          ) : (
            <Button
              variant="default"
              onClick={() => {
                stopped.current = true;
              }}
            >
              Stop
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
