/** One action for many rows: runs a few at a time and shows progress and the result of each. */
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useRef, useState } from "react";
import type { BulkProgress } from "../later/bulk-dialog.tsx";
import { later, loadPart } from "../later/later.ts";
import { lazyPart } from "../later/lazy-part.tsx";
import type { BulkOptions } from "../later/run-bulk.ts";
import { toastError } from "../toast.tsx";

const BulkDialog = lazyPart(later(() => import("../later/bulk-dialog.tsx")));
const loadBulk = later(() => import("../later/run-bulk.ts"));

export type BulkAction = ReturnType<typeof useBulkAction>;

/** Render `dialog` in the screen, not in a row: a row may leave the list before its result has been read. */
export function useBulkAction() {
  const client = useQueryClient();
  const [progress, show] = useState<BulkProgress | null>(null);
  const stopped = useRef(false);

  const start = <Item, Done>(options: BulkOptions<Item, Done>): Promise<void> =>
    loadPart(loadBulk)
      .then(({ default: runBulk }) => runBulk(options, { client, show, stopped }))
      .catch(toastError);

  const dialog: ReactNode = progress && (
    <Suspense>
      <BulkDialog progress={progress} stopped={stopped} onClose={() => show(null)} />
    </Suspense>
  );
  return { start, dialog };
}
