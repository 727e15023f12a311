import { Alert } from "@mantine/core";
import { type Unpasted, unpastedText } from "./pasted.ts";

/** Says what of the clipboard had no place; nothing when all of it had. */
export function UnpastedAlert({ unpasted, onClose }: { unpasted: Unpasted; onClose: () => void }) {
  const text = unpastedText(unpasted);
  if (text === null) return null;
  return (
    <Alert
      color="orange"
      role="alert"
      title="Not everything was pasted"
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      {text}
    </Alert>
  );
}
