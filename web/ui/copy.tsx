/** Text to copy: a read-only field with a button. */
import { ActionIcon, TextInput, Tooltip } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { CheckIcon, CopyIcon } from "./icons.ts";

interface Props {
  readonly label: string;
  readonly value: string;
}

/** If the browser does not allow clipboard access, the text is selected for Ctrl-C. */
export function CopyField({ label, value }: Props) {
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
      rightSection={<CopyButton label={label} value={value} />}
    />
  );
}

export function CopyButton({ label, value }: Props) {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  return (
    <Tooltip label={copied ? "Copied" : "Copy"}>
      <ActionIcon
        variant="subtle"
        color={copied ? "teal" : "gray"}
        aria-label={copied ? `Copied: ${label}` : `Copy: ${label}`}
        onClick={() => copy(value)}
      >
        {copied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}
