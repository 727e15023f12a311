/** Asks before a page is left whose changes are not saved. The browser asks by itself before it reloads or closes. */
import { useBlocker } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { isAnythingUnsaved } from "../ui/forms/unsaved.ts";
import { later } from "../ui/later.ts";

const LeaveQuestion = lazy(later(() => import("./leave-question.tsx")));

export function LeaveDialog() {
  const { status, proceed, reset } = useBlocker({
    // Drawers and filters are in the search: what was typed in them stays.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isAnythingUnsaved(),
    enableBeforeUnload: isAnythingUnsaved,
    withResolver: true,
  });
  return <Suspense>{status === "blocked" && <LeaveQuestion onLeave={proceed} onStay={reset} />}</Suspense>;
}
