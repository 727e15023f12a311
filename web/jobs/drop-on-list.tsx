import type { ReactNode } from "react";
import * as importApi from "#core/contract/import";
import { useSession } from "../api/session.tsx";
import { useFileDrop } from "../ui/forms/use-file-drop.ts";
import { whenIdle } from "../ui/later/when-idle.tsx";
import type { Import } from "./labels.ts";
import { useImport } from "./use-import.ts";

const DropOverlay = whenIdle(() => import("./drop-overlay.tsx"), null);

/** A list that accepts a dropped CSV file: starts its dry run, and opens its page. */
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
      {(isOver || share !== null) && <DropOverlay kind={kind} share={share} />}
    </div>
  );
}
