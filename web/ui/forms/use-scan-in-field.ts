import { type KeyboardEvent, useRef } from "react";
import { scanGapMs, scanMin } from "../shortcuts.ts";
import type { NumberValue } from "./parse-input.ts";

/**
 * For the `onKeyDown` of a field for units: a scan while it has the focus is passed on, and the field keeps what was
 * typed before. Otherwise 12, followed by a scan of "MUG3", would be 123 units.
 */
export function useScanInField(
  value: NumberValue,
  setValue: (before: NumberValue) => void,
  onScan: ((code: string) => void) | undefined,
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

/** A few digits may be a number that was typed fast; a number has no letters. */
const isCode = (text: string) => text.length >= scanMin || /\p{L}/u.test(text);
