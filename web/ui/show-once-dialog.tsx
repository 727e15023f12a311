/** What is shown this once: a key, a signing secret, the link of an invitation. A slip of the hand does not close it. */
import { ActionIcon, Alert, Button, Group, Modal, Stack, Text, TextInput, Tooltip } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** A text to take along. Where the browser keeps the clipboard closed, the field is marked for Ctrl-C. */
export function CopyField({ label, value }: { label: string; value: string }) {
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      autoComplete="off"
      spellCheck={false}
      styles={{
        input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: "var(--mantine-font-size-sm)" },
      }}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<CopyButton value={value} what={label} />}
    />
  );
}

export function CopyButton({ value, what }: { value: string; what: string }) {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  return (
    <Tooltip label={copied ? "Copied" : "Copy"}>
      <ActionIcon
        variant="subtle"
        color={copied ? "teal" : "gray"}
        aria-label={copied ? `Copied: ${what}` : `Copy: ${what}`}
        onClick={() => copy(value)}
      >
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}

interface Props {
  readonly title: string;
  readonly label: string;
  /** Null: nothing to show. */
  readonly value: string | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ShownOnce({ title, label, value, onClose, children }: Props) {
  return (
    <Modal
      opened={value !== null}
      onClose={onClose}
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
          It is shown this once. The store cannot show it again.
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onClose}>I have it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
