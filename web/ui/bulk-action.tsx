/** One action for many rows: a few at a time, with its progress and the result of each. */
import { Button, Group, List, Modal, Progress, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { ApiError } from "../api/api-client.ts";
import { errorMessage } from "../api/error-messages.ts";
import { invalidateApiQueries } from "../api/hooks.ts";

interface Result {
  readonly label: string;
  /** Null when it worked. */
  readonly error: string | null;
}

interface Progressing {
  readonly title: string;
  readonly total: number;
  readonly results: readonly Result[];
  readonly finished: boolean;
}

interface Options<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly labelOf: (item: Item) => string;
  readonly run: (item: Item) => Promise<unknown>;
  readonly onFinished?: () => void;
}

/** How many requests run at once: few, so that other people's requests are not slowed down. */
const concurrency = 3;

export type BulkAction = ReturnType<typeof useBulkAction>;

/** Put its `dialog` into the screen and not into a row: a row may leave the list before its result has been read. */
export function useBulkAction() {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progressing | null>(null);
  const stopped = useRef(false);

  async function start<Item>({ title, items, labelOf, run, onFinished }: Options<Item>): Promise<void> {
    stopped.current = false;
    setProgress({ title, total: items.length, results: [], finished: false });
    const queue = [...items];
    const worker = async () => {
      for (let item = queue.shift(); item !== undefined && !stopped.current; item = queue.shift()) {
        const label = labelOf(item);
        const error = await run(item).then(
          () => null,
          (reason: unknown) => (reason instanceof ApiError ? errorMessage(reason).title : String(reason)),
        );
        setProgress((before) => before && { ...before, results: [...before.results, { label, error }] });
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    setProgress((before) => before && { ...before, finished: true });
    await invalidateApiQueries(client);
    onFinished?.();
  }

  const dialog: ReactNode = progress && (
    <BulkDialog
      progress={progress}
      onStop={() => {
        stopped.current = true;
      }}
      onClose={() => setProgress(null)}
    />
  );
  return { start, dialog };
}

interface DialogProps {
  readonly progress: Progressing;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

function BulkDialog({ progress: { title, total, results, finished }, onStop, onClose }: DialogProps) {
  const failed = results.filter(({ error }) => error !== null).length;
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
          {results.length - failed} of {total} done{failed > 0 && `, ${failed} failed`}
          {finished && results.length < total && ", stopped"}
        </Text>
        <List size="sm" spacing={4} listStyleType="none" mah={320} style={{ overflowY: "auto" }}>
          {results.map(({ label, error }) => (
            <List.Item key={label}>
              <Text span fw={550}>
                {label}
              </Text>{" "}
              <Text span c={error ? "red" : "dimmed"}>
                {error ?? "done"}
              </Text>
            </List.Item>
          ))}
        </List>
        <Group justify="flex-end">
          {finished ? (
            <Button onClick={onClose}>Close</Button>
          ) : (
            <Button variant="default" onClick={onStop}>
              Stop
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
