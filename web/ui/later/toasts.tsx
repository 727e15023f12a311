/** Renders the toasts. */
import { Button, Group } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.css";
import { useEffect } from "react";
import { ApiError } from "../../api/api-client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { CheckIcon, XIcon } from "../icons.ts";

/** A toast that comes before the container is mounted waits for it; otherwise it would be lost. */
const { promise: drawn, resolve: onDrawn } = Promise.withResolvers<void>();
const show: typeof notifications.show = (message) => {
  const id = message.id ?? crypto.randomUUID();
  void drawn.then(() => notifications.show({ closeButtonProps: { "aria-label": "Close" }, ...message, id }));
  return id;
};

function Toasts() {
  useEffect(onDrawn, []);
  return <Notifications position="bottom-right" limit={3} />;
}

function showSuccess(message: string): void {
  show({ message, color: "teal", icon: <CheckIcon size={16} />, autoClose: 4_000 });
}

function showError(error: Error): void {
  const { title, advice } =
    error instanceof ApiError ? errorMessage(error) : { title: "Something went wrong", advice: error.message };
  showAdvice(title, advice);
}

function showAdvice(title: string, advice: string): void {
  // As its id, so that the same refusal, reported twice or by two parts of the page, is shown once.
  show({
    id: `${title} ${advice}`,
    title,
    message: advice,
    color: "red",
    icon: <XIcon size={16} />,
    autoClose: 10_000,
  });
}

/** Shown for ten seconds, with an Undo button. If undoing fails, the next toast says why. */
function showUndo(message: string, undo: () => Promise<unknown>): void {
  const id = crypto.randomUUID();
  const run = () => {
    notifications.hide(id);
    undo().catch(showError);
  };
  show({
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
    icon: <CheckIcon size={16} />,
    autoClose: 10_000,
  });
}

/** In one, because a part that is loaded again is known by its default export alone. */
export default Object.assign(Toasts, { showSuccess, showError, showAdvice, showUndo });
