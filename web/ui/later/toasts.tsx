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
