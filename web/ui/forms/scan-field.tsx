/** The field for scans. It has the focus unless someone types elsewhere, so that a scanner alone is enough. */
import { TextInput } from "@mantine/core";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { BarcodeIcon } from "../icons.ts";

interface Props {
  readonly label: string;
  /** Called with the scanned or typed code; empty if only Enter was pressed. */
  readonly onScan: (code: string) => void;
  /** For callers that return the focus to it. */
  readonly input?: RefObject<HTMLInputElement | null>;
}

/** A letter or digit typed outside of any field belongs here. */
const isStray = (event: KeyboardEvent): boolean =>
  event.key.length === 1 &&
  event.key !== " " &&
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  !(event.target instanceof HTMLElement && takes(event.target, event.key));

/**
 * Whether a field takes this key. Radio buttons, checkboxes and selects take none, number fields no letters: those start
 * a scan.
 */
function takes(target: HTMLElement, key: string): boolean {
  const field = target.closest("input, textarea");
  if (!(field instanceof HTMLInputElement)) return field !== null;
  if (field.type === "radio" || field.type === "checkbox") return false;
  return !/^(numeric|decimal)$/.test(field.inputMode) || !/\p{L}/u.test(key);
}

/** What stands in a field that another one replaces at this moment: half a scan, whose other half goes there. */
let half = "";

export function ScanField({ label, onScan, input }: Props) {
  const [code, setCode] = useState("");
  const typed = useRef("");
  const own = useRef<HTMLInputElement>(null);
  const field = input ?? own;
  // Before a scanner's next letter.
  useLayoutEffect(() => {
    field.current?.focus();
    typed.current = half;
    setCode(half);
    const take = (event: KeyboardEvent) => {
      if (!isStray(event)) return;
      event.stopPropagation();
      field.current?.focus();
    };
    // Before the shortcuts: a scanned "gh" is part of a code.
    document.addEventListener("keydown", take, { capture: true });
    return () => {
      document.removeEventListener("keydown", take, { capture: true });
      half = typed.current;
      queueMicrotask(() => {
        half = "";
      });
    };
  }, [field]);
  const write = (text: string) => {
    typed.current = text;
    setCode(text);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        write("");
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
        onChange={(event) => write(event.currentTarget.value)}
      />
    </form>
  );
}
