/** Asks for confirmation before leaving a page with unsaved changes. On reload and close, the browser itself asks. */
import { useBlocker } from "@tanstack/react-router";
import { Suspense } from "react";
import { isAnythingUnsaved } from "../ui/forms/unsaved.ts";
import { later } from "../ui/later/later.ts";
import { lazyPart } from "../ui/later/lazy-part.tsx";

const LeaveQuestion = lazyPart(later(() => import("./leave-question.tsx")));

export function LeaveDialog() {
  const { status, proceed, reset } = useBlocker({
    // Drawers and filters are in the search parameters: their input is kept.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isAnythingUnsaved(),
    enableBeforeUnload: isAnythingUnsaved,
    withResolver: true,
  });
  return <Suspense>{status === "blocked" && <LeaveQuestion onLeave={proceed} onStay={reset} />}</Suspense>;
}
