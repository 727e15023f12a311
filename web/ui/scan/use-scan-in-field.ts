import { type KeyboardEvent, useRef } from "react";
import { scanGapMs, scanMin } from "../shortcuts.ts";

/**
 * For the `onKeyDown` of a field: a scan while it has the focus is passed on, and the field keeps what was typed before.
 * Otherwise 12, followed by a scan of "MUG3", would be 123 units.
 */
export function useScanInField<Value>(
  value: Value,
  setValue: (before: Value) => void,
  onScan: ((code: string) => void) | undefined,
  isCode = isCodeInNumber,
) {
  const burst = useRef({ code: "", before: value, at: 0 });
  return (event: KeyboardEvent) => {
    const { key, timeStamp, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return; // Ctrl+A, and a number after it, is no code
    const { code, at } = burst.current;
    const isFast = timeStamp - at < scanGapMs;
    if (key.length === 1) {
      const { before } = isFast ? burst.current : { before: value };
      burst.current = { code: isFast ? code + key : key, before, at: timeStamp };
    } else if (key === "Enter" && isFast && isCode(code) && onScan) {
      event.preventDefault();
      setValue(burst.current.before);
      onScan(code);
    }
  };
}

/** A few characters may have been typed fast. */
export const isCodeInText = (text: string): boolean => text.length >= scanMin;

/** The same of digits; a number has no letters. */
export const isCodeInNumber = (text: string): boolean => isCodeInText(text) || /\p{L}/u.test(text);
