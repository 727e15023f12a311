/** Asks before what cannot be undone, and says what will happen. */
import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { ApiError } from "../api/api-client.ts";
import { Problem } from "./error-alert.tsx";

interface Props {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The button that does it, by its verb: "Cancel the order". */
  readonly does: string;
  readonly onSure: () => void;
  readonly act: { readonly isPending: boolean; readonly error: ApiError | null };
  readonly color?: string;
  readonly children: ReactNode;
}

export function Sure({ title, opened, onClose, does, onSure, act, color, children }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ "aria-label": "Close" }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // React hands an event on to where the modal was put, which may be a form that must not be sent.
          event.stopPropagation();
          onSure();
        }}
      >
        <Stack gap="md">
          {children}
          <Problem of={act.error} retry={onSure} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Leave it
            </Button>
            <Button type="submit" loading={act.isPending} {...(color && { color })}>
              {does}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
