/** Where scans arrive. It has the focus whenever nobody types somewhere else, so that a scanner alone is enough. */
import { TextInput } from "@mantine/core";
import { IconBarcode } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

interface Props {
  readonly label: string;
  /** With what was scanned or typed; empty when only Enter was pressed. */
  readonly onScan: (code: string) => void;
  readonly disabled?: boolean;
}

/** A letter or digit that nobody is typing anywhere belongs here. */
const isStray = (event: KeyboardEvent): boolean =>
  event.key.length === 1 &&
  event.key !== " " &&
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  !(event.target instanceof HTMLElement && event.target.closest("input, select, textarea"));

export function ScanField({ label, onScan, disabled = false }: Props) {
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    const take = (event: KeyboardEvent) => {
      if (!isStray(event)) return;
      event.stopPropagation();
      field.current?.focus();
    };
    // Before the shortcuts of other screens: a scanned "gh" is a code.
    document.addEventListener("keydown", take, { capture: true });
    return () => document.removeEventListener("keydown", take, { capture: true });
  }, []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (disabled) return;
        setCode("");
        onScan(code.trim());
      }}
    >
      <TextInput
        ref={field}
        size="md"
        label={label}
        leftSection={<IconBarcode size={18} />}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </form>
  );
}
