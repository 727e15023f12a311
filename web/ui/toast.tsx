/** A short message in the corner: what has just been done, or why it failed. */
import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconCheck, IconX } from "@tabler/icons-react";
import { ApiError } from "../api/api-client.ts";
import { errorMessage } from "../api/error-messages.ts";

export function toastSuccess(message: string): void {
  notifications.show({ message, color: "teal", icon: <IconCheck size={16} />, autoClose: 4_000 });
}

/** What has been done, and for ten seconds a button that does the inverse. Where that fails, the next message says why. */
export function toastUndo(message: string, undo: () => Promise<unknown>): void {
  const id = crypto.randomUUID();
  const run = () => {
    notifications.hide(id);
    undo().catch(toastError);
  };
  notifications.show({
    id,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button size="compact-sm" variant="default" onClick={run}>
          Undo
        </Button>
      </Group>
    ),
    color: "teal",
    icon: <IconCheck size={16} />,
    autoClose: 10_000,
  });
}

export function toastError(error: Error): void {
  const { title, advice } =
    error instanceof ApiError ? errorMessage(error) : { title: "Something went wrong", advice: error.message };
  notifications.show({ title, message: advice, color: "red", icon: <IconX size={16} />, autoClose: 10_000 });
}
