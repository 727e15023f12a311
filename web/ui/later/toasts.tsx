import { Button, Group } from "@mantine/core";
/** Draws the short messages in the corner. */
import { Notifications, notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.css";
import { IconCheck, IconX } from "@tabler/icons-react";
import { ApiError } from "../../api/api-client.ts";
import { errorMessage } from "../../api/error-messages.ts";

export default function Toasts() {
  return <Notifications position="bottom-right" limit={3} />;
}

export function showSuccess(message: string): void {
  notifications.show({ message, color: "teal", icon: <IconCheck size={16} />, autoClose: 4_000 });
}

export function showError(error: Error): void {
  const { title, advice } =
    error instanceof ApiError ? errorMessage(error) : { title: "Something went wrong", advice: error.message };
  notifications.show({ title, message: advice, color: "red", icon: <IconX size={16} />, autoClose: 10_000 });
}

/** For ten seconds, with a button that does the inverse. Where that fails, the next message says why. */
export function showUndo(message: string, undo: () => Promise<unknown>): void {
  const id = crypto.randomUUID();
  const run = () => {
    notifications.hide(id);
    undo().catch(showError);
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
