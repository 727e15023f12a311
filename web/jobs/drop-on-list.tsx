import { lazy, type ReactNode, Suspense } from "react";
import * as importApi from "#core/contract/import";
import { useSession } from "../api/session.tsx";
import { useFileDrop } from "../ui/forms/use-file-drop.ts";
import { later } from "../ui/later/later.ts";
import type { Import } from "./labels.ts";
import { useImport } from "./use-import.ts";

const DropHere = lazy(later(() => import("./drop-here.tsx")));

/** A list on which a CSV file may be dropped anywhere: its dry run begins, and its page opens. */
export function DropOnList({ kind, children }: { kind: Import["kind"]; children: ReactNode }) {
  const { hasRight } = useSession();
  const { begin, share } = useImport();
  const { isOver, listeners } = useFileDrop(([file]) => {
    if (file && share === null) void begin(kind, file);
  });
  if (!hasRight(importApi.rightToImport[kind])) return children;
  return (
    <div style={{ position: "relative" }} {...listeners}>
      {children}
      <Suspense>{(isOver || share !== null) && <DropHere kind={kind} share={share} />}</Suspense>
    </div>
  );
}
