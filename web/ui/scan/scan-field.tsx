/** The field for scans. It has the focus unless someone types elsewhere, so that a scanner alone is enough. */
import { TextInput } from "@mantine/core";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { BarcodeIcon } from "../icons.ts";
import { useStrayKeys } from "./use-stray-keys.ts";

interface Props {
  readonly label: string;
  /** Called with the scanned or typed code; empty if only Enter was pressed. */
  readonly onScan: (code: string) => void;
  /** For callers that return the focus to it. */
  readonly input?: RefObject<HTMLInputElement | null>;
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
    return () => {
      half = typed.current;
      queueMicrotask(() => {
        half = "";
      });
    };
  }, [field]);
  useStrayKeys(field);
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
