/** Where scans arrive. It has the focus whenever nobody types somewhere else, so that a scanner alone is enough. */
import { TextInput } from "@mantine/core";
import { BarcodeIcon } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";

interface Props {
  readonly label: string;
  /** With what was scanned or typed; empty when only Enter was pressed. */
  readonly onScan: (code: string) => void;
  readonly disabled?: boolean;
  /** For whoever gives the focus back to it. */
  readonly input?: RefObject<HTMLInputElement | null>;
}

/** A letter or digit that nobody is typing anywhere belongs here. */
const isStray = (event: KeyboardEvent): boolean =>
  event.key.length === 1 &&
  event.key !== " " &&
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  !(event.target instanceof HTMLElement && takes(event.target, event.key));

/** A choice takes no letters, and a number's field takes only those of numbers: a scan that begins there is none of it. */
function takes(target: HTMLElement, key: string): boolean {
  const field = target.closest("input, select, textarea");
  if (!(field instanceof HTMLInputElement)) return field !== null;
  if (field.type === "radio" || field.type === "checkbox") return false;
  return !/^(numeric|decimal)$/.test(field.inputMode) || !/\p{L}/u.test(key);
}

export function ScanField({ label, onScan, disabled = false, input }: Props) {
  const [code, setCode] = useState("");
  const own = useRef<HTMLInputElement>(null);
  const field = input ?? own;
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
  }, [field]);
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
        leftSection={<BarcodeIcon size={18} />}
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
