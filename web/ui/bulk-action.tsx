/** One action for many rows: a few at a time, with its progress and the result of each. */
import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { ApiError } from "../api/api-client.ts";
import { invalidateApiQueries } from "../api/hooks.ts";
import type { BulkProgress } from "./later/bulk-dialog.tsx";
import { later } from "./later/later.ts";

const BulkDialog = lazy(later(() => import("./later/bulk-dialog.tsx")));
const loadWords = later(() => import("../api/error-messages.ts"));

interface Options<Item, Done> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly labelOf: (item: Item) => string;
  readonly run: (item: Item) => Promise<Done>;
  /** Offered with the results, for those that were done. */
  readonly undo?: { readonly title: string; readonly run: (item: Item, done: Done) => Promise<unknown> } | undefined;
  /** What is said of one that was done, where that is more than "done". */
  readonly doneWords?: (done: Done) => string;
  readonly onFinished?: () => void;
}

const wordsFor = async (reason: unknown): Promise<string> =>
  reason instanceof ApiError ? (await loadWords()).errorMessage(reason).title : String(reason);

/** How many requests run at once: few, so that other people's requests are not slowed down. */
const concurrency = 3;

export type BulkAction = ReturnType<typeof useBulkAction>;

/** Put its `dialog` into the screen and not into a row: a row may leave the list before its result has been read. */
export function useBulkAction() {
  const client = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const stopped = useRef(false);

  async function start<Item, Done>(options: Options<Item, Done>): Promise<void> {
    const { title, items, labelOf, run, undo, onFinished, doneWords = () => "done" } = options;
    stopped.current = false;
    setProgress({ title, total: items.length, results: [], finished: false, onUndo: null });
    const queue = [...items];
    const all: [Item, Done][] = [];
    const worker = async () => {
      for (let item = queue.shift(); item !== undefined && !stopped.current; item = queue.shift()) {
        const label = labelOf(item);
        const result = await run(item).then(
          (done) => {
            all.push([item, done]);
            return { label, isDone: true, says: doneWords(done) };
          },
          async (reason: unknown) => ({ label, isDone: false, says: await wordsFor(reason) }),
        );
        setProgress((before) => before && { ...before, results: [...before.results, result] });
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    const takeBack = ({ title: undoTitle, run: inverse }: NonNullable<typeof undo>) =>
      void start({
        title: undoTitle,
        items: all,
        labelOf: ([item]) => labelOf(item),
        run: ([item, done]) => inverse(item, done),
        ...(onFinished && { onFinished }),
      });
    const onUndo = undo && all.length > 0 ? () => takeBack(undo) : null;
    setProgress((before) => before && { ...before, finished: true, onUndo });
    await invalidateApiQueries(client);
    onFinished?.();
  }

  const dialog: ReactNode = progress && (
    <Suspense>
      <BulkDialog
        progress={progress}
        onStop={() => {
          stopped.current = true;
        }}
        onClose={() => setProgress(null)}
      />
    </Suspense>
  );
  return { start, dialog };
}
