/**
 * Shows a secret that can be seen only once: a key, a signing secret, an invitation link. Only its button closes it.
 */
import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyField } from "../copy.tsx";
import { useFocusReturn } from "../layout/use-focus-return.ts";

interface Props {
  readonly title: string;
  readonly label: string;
  /** Null: nothing to show. */
  readonly value: string | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ShowOnceDialog({ title, label, value, onClose, children }: Props) {
  useFocusReturn(value !== null);
  return (
    <Modal
      opened={value !== null}
      onClose={onClose}
      returnFocus={false}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
          {children}
        </Text>
        <CopyField label={label} value={value ?? ""} />
        <Alert color="orange" p="xs">
          Copy it now: it will not be shown again.
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onClose}>I have saved it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
