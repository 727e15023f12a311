/** One action for many rows: a few at a time, with its progress and the result of each. */
import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { ApiError } from "../api/api-client.ts";
import { invalidateApiQueries } from "../api/hooks.ts";
import type { BulkProgress } from "./bulk-dialog.tsx";
import { later } from "./later.ts";

const BulkDialog = lazy(later(() => import("./bulk-dialog.tsx")));
const loadWords = later(() => import("../api/error-messages.ts"));

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
  const [progress, setProgress] = useState<BulkProgress | null>(null);
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
          async (reason: unknown) =>
            reason instanceof ApiError ? (await loadWords()).errorMessage(reason).title : String(reason),
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
