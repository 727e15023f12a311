/** Asks for confirmation before something that cannot be undone, and says what will happen. */
import { Button, Group, Modal, Stack } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import type { ApiError } from "../../api/api-client.ts";
import { ErrorAlert } from "../error-alert.tsx";
import { isAnythingUnsaved } from "../forms/unsaved.ts";
import { useFocusReturn } from "../layout/use-focus-return.ts";

interface Props {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The button's label, with a verb: "Cancel order". */
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly mutation: { readonly isPending: boolean; readonly error: ApiError | null };
  readonly color?: string;
  readonly children: ReactNode;
}

export function ConfirmDialog({ title, opened, onClose, confirmLabel, onConfirm, mutation, color, children }: Props) {
  useFocusReturn(opened);
  // Back, or a swipe on a phone, closes the dialog and not the page, unless the page asks about something unsaved.
  useBlocker({
    shouldBlockFn: ({ action, current, next }) => {
      const closes = action === "BACK" && !(current.pathname !== next.pathname && isAnythingUnsaved());
      if (closes) onClose();
      return closes;
    },
    enableBeforeUnload: false,
    disabled: !opened,
  });
  const error = useNewError(opened, mutation.error);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      title={title}
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // React bubbles the event to the component around the modal, which may be a form that must not be submitted.
          event.stopPropagation();
          // The second click of a double click reaches a dialog that is already closing.
          if (opened) onConfirm();
        }}
      >
        <Stack gap="md">
          {children}
          <ErrorAlert error={error} onRetry={onConfirm} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Go back
            </Button>
            <Button type="submit" loading={mutation.isPending} {...(color && { color })}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Without the error that was there when the dialog was last closed: it was about an earlier attempt, or another record. */
function useNewError(opened: boolean, error: ApiError | null): ApiError | null {
  const [former, setFormer] = useState<ApiError | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one that comes after closing is new
  useEffect(() => {
    if (!opened) setFormer(error);
  }, [opened]);
  return error === former ? null : error;
}
