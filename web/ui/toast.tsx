/** A short message in the corner: what has just been done, or why it failed. */
import { notifications } from "@mantine/notifications";
import { IconCheck, IconX } from "@tabler/icons-react";
import { ApiError } from "../api/api-client.ts";
import { errorMessage } from "../api/error-messages.ts";

export function toastSuccess(message: string): void {
  notifications.show({ message, color: "teal", icon: <IconCheck size={16} />, autoClose: 4_000 });
}

export function toastError(error: Error): void {
  const { title, advice } =
    error instanceof ApiError ? errorMessage(error) : { title: "Something went wrong", advice: error.message };
  notifications.show({ title, message: advice, color: "red", icon: <IconX size={16} />, autoClose: 10_000 });
}
