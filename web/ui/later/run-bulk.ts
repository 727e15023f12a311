/** Runs one action for many rows, a few at a time, and undoes it where possible. */
import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../api/api-client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { invalidateApiQueries } from "../../api/hooks.ts";
import type { BulkProgress } from "./bulk-dialog.tsx";

export interface BulkOptions<Item, Done> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly labelOf: (item: Item) => string;
  readonly run: (item: Item) => Promise<Done>;
  /** Offered with the results, for the rows that were done. */
  readonly undo?: { readonly title: string; readonly run: (item: Item, done: Done) => Promise<unknown> } | undefined;
  /** The text for a row that was done, if not just "done". */
  readonly doneWords?: (done: Done) => string;
  /** For a row that was only partly done: why the rest was refused. The done part can still be undone. */
  readonly refusalIn?: (done: Done) => unknown;
  readonly onFinished?: () => void;
}

interface Shown {
  readonly client: QueryClient;
  /** Set when the user stops the run. */
  readonly stopped: { current: boolean };
  readonly show: (change: (before: BulkProgress | null) => BulkProgress | null) => void;
}

/** Concurrent requests: few, so that other users are not slowed down. */
const concurrency = 3;

const wordsFor = (reason: unknown): string =>
  reason instanceof ApiError ? errorMessage(reason).title : String(reason);

export default async function runBulk<Item, Done>(options: BulkOptions<Item, Done>, shown: Shown): Promise<void> {
  const { title, items, labelOf, run, undo, onFinished, doneWords = () => "done", refusalIn } = options;
  const { client, stopped, show } = shown;
  stopped.current = false;
  show(() => ({ title, total: items.length, results: [], finished: false, onUndo: null }));
  const queue = [...items];
  const all: [Item, Done][] = [];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined && !stopped.current; item = queue.shift()) {
      const { isDone, says } = await run(item).then(
        (done) => {
          all.push([item, done]);
          const refusal = refusalIn?.(done);
          if (refusal !== undefined) return { isDone: false, says: `partly done: ${wordsFor(refusal)}` };
          return { isDone: true, says: doneWords(done) };
        },
        (reason: unknown) => ({ isDone: false, says: wordsFor(reason) }),
      );
      const result = { key: crypto.randomUUID(), label: labelOf(item), isDone, says };
      show((before) => before && { ...before, results: [...before.results, result] });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const takeBack = ({ title: undoTitle, run: inverse }: NonNullable<typeof undo>) =>
    void runBulk(
      {
        title: undoTitle,
        items: all,
        labelOf: ([item]) => labelOf(item),
        run: ([item, done]) => inverse(item, done),
        ...(onFinished && { onFinished }),
      },
      shown,
    );
  const onUndo = undo && all.length > 0 ? () => takeBack(undo) : null;
  show((before) => before && { ...before, finished: true, onUndo });
  await invalidateApiQueries(client);
  onFinished?.();
}
