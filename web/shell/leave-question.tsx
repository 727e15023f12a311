/** The question before leaving a page with unsaved changes. */
import { Text } from "@mantine/core";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";

export default function LeaveQuestion({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      title="Leave without saving?"
      opened
      onClose={onStay}
      confirmLabel="Leave page"
      color="red"
      onConfirm={onLeave}
      mutation={{ isPending: false, error: null }}
    >
      <Text size="sm">What you typed on this page has not been saved, and will be lost.</Text>
    </ConfirmDialog>
  );
}
