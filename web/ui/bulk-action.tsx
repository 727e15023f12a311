/** One act for many rows: a few at a time, how far it is, and what became of each. */
import { Button, Group, List, Modal, Progress, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { ApiError } from "../api/api-client.ts";
import { errorMessage } from "../api/error-messages.ts";
import { invalidateApiQueries } from "../api/hooks.ts";
import { countText } from "./format/format.tsx";

interface Result {
  readonly name: string;
  readonly refused: string | null;
}

interface Run {
  readonly title: string;
  readonly total: number;
  readonly results: readonly Result[];
  readonly stopped: boolean;
}

interface Job<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly nameOf: (item: Item) => string;
  readonly each: (item: Item) => Promise<unknown>;
  readonly onDone?: () => void;
}

/** So many requests at once: the others at the counter should not notice. */
const atOnce = 3;

export type Bulk = ReturnType<typeof useBulk>;

/** Its `dialog` stands in the screen itself: the rows may leave the list before one has read what became of them. */
export function useBulk() {
  const client = useQueryClient();
  const [run, setRun] = useState<Run | null>(null);
  const stop = useRef(false);

  async function start<Item>({ title, items, nameOf, each, onDone }: Job<Item>): Promise<void> {
    stop.current = false;
    setRun({ title, total: items.length, results: [], stopped: false });
    const waiting = [...items];
    const worker = async () => {
      for (let item = waiting.shift(); item !== undefined && !stop.current; item = waiting.shift()) {
        const name = nameOf(item);
        const refused = await each(item).then(
          () => null,
          (error: unknown) => (error instanceof ApiError ? errorMessage(error).title : String(error)),
        );
        setRun((before) => before && { ...before, results: [...before.results, { name, refused }] });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    setRun((before) => before && { ...before, stopped: true });
    await invalidateApiQueries(client);
    onDone?.();
  }

  const dialog: ReactNode = run && (
    <BulkDialog
      run={run}
      onStop={() => {
        stop.current = true;
      }}
      onClose={() => setRun(null)}
    />
  );
  return { start, dialog };
}

function BulkDialog({ run, onStop, onClose }: { run: Run; onStop: () => void; onClose: () => void }) {
  const { title, total, results, stopped } = run;
  const refused = results.filter((result) => result.refused !== null);
  return (
    <Modal
      opened
      onClose={stopped ? onClose : () => {}}
      withCloseButton={stopped}
      closeButtonProps={{ "aria-label": "Close" }}
      title={title}
    >
      <Stack gap="sm">
        <Progress value={(results.length / Math.max(total, 1)) * 100} aria-label="How far it is" />
        <Text size="sm" role="status">
          {results.length} of {total} done{refused.length > 0 && `, ${countText(refused.length, "refusal")}`}
          {stopped && results.length < total && ", stopped"}
        </Text>
        <List size="sm" spacing={4} listStyleType="none" mah={320} style={{ overflowY: "auto" }}>
          {results.map(({ name, refused: why }) => (
            <List.Item key={name}>
              <Text span fw={550}>
                {name}
              </Text>{" "}
              <Text span c={why ? "red" : "dimmed"}>
                {why ?? "done"}
              </Text>
            </List.Item>
          ))}
        </List>
        <Group justify="flex-end">
          {stopped ? (
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
