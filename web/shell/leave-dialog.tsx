/** Asks before a page is left whose changes are not saved. The browser asks by itself before it reloads or closes. */
import { Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { isAnythingUnsaved } from "../ui/forms/unsaved.ts";

export function LeaveDialog() {
  const { status, proceed, reset } = useBlocker({
    // Drawers and filters are in the search: what was typed in them stays.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isAnythingUnsaved(),
    enableBeforeUnload: isAnythingUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      title="Leave without saving?"
      opened={status === "blocked"}
      onClose={() => reset?.()}
      confirmLabel="Leave page"
      color="red"
      onConfirm={() => proceed?.()}
      mutation={{ isPending: false, error: null }}
    >
      <Text size="sm">What you typed on this page has not been saved, and will be lost.</Text>
    </ConfirmDialog>
  );
}
