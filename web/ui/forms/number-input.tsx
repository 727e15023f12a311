import { NumberInput as MantineNumberInput, type NumberInputProps } from "@mantine/core";
import { type ClipboardEvent, type FormEvent, type InputEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { scanGapMs } from "../shortcuts.ts";
import { toastAdvice, toastError } from "../toast.tsx";
import { isOneNumber, plainDigits } from "./plain-digits.ts";
import { selectOnClick } from "./select-on-click.ts";

/** For `WholeNumberInput`. It keeps what was typed, which is then refused: 3 must not become 5 by itself. */
export function NumberInput({ onKeyDown, ...props }: NumberInputProps) {
  const leftOut = useLeftOut(props.suffix);
  return (
    <MantineNumberInput
      clampBehavior="none"
      trimLeadingZeroesOnBlur={false}
      onMouseDown={selectOnClick}
      onChangeCapture={typePlainDigits}
      onPasteCapture={pasteOneNumber}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        leftOut.onKeyDown(event);
      }}
      onBeforeInput={leftOut.onBeforeInput}
      {...props}
    />
  );
}

/** A sign anywhere else would become that of the whole number: 5-3 was −53. */
function isOfNumber(text: string, isFirst: boolean): boolean {
  const plain = plainDigits(text);
  if (!isFirst && /[+-]/.test(plain)) return false;
  return [...text].length > 1 ? isOneNumber(text) : /^[\d\p{Zs}.,'’+-]$/u.test(plain);
}

/**
 * The field drops the keys that it does not know: 1e3 becomes 13, 1/2 becomes 12. Those of a scan are only mentioned if
 * nobody takes it.
 */
function useLeftOut(suffix = "") {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const leaveOut = (text: string, event: FormEvent<HTMLInputElement>) => {
    if (text.trim() === "" || isOfNumber(text, event.currentTarget.selectionStart === 0)) return;
    event.preventDefault();
    // Whoever types the unit as well has typed nothing wrong.
    if (suffix.includes(text)) return;
    const advice = [...text].length > 1 ? notOneNumber(text) : ignoredText;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => toastAdvice("Check the number", advice), 20 * scanGapMs);
  };
  return {
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key === "Enter" && event.defaultPrevented) clearTimeout(timer.current);
      if (!(ctrlKey || metaKey || altKey) && [...key].length === 1) leaveOut(key, event);
    },
    /** The keyboards of most phones name no keys, only what they insert. What is dictated or dragged comes at once. */
    onBeforeInput: (event: InputEvent<HTMLInputElement>) => leaveOut(event.data ?? "", event),
  };
}

const ignoredText = "This field takes digits only. Other characters were ignored.";
const notOneNumber = (text: string) => `“${text.trim().slice(0, 40)}” cannot be read as one number.`;

/**
 * In a field for numbers, before it drops what it does not know: "1２" would become 1. Not while an input method composes
 * them: it would insert them again.
 */
function typePlainDigits({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>): void {
  const plain = plainDigits(input.value);
  if (plain === input.value || (nativeEvent as globalThis.InputEvent).isComposing) return;
  const caret = input.selectionStart;
  input.value = plain;
  input.setSelectionRange(caret, caret);
}

/** Before Mantine pastes its own version of it: "01.02.2026" would become 1022026. */
function pasteOneNumber(event: ClipboardEvent): void {
  const text = event.clipboardData.getData("text");
  if (text.trim() === "" || isOneNumber(text)) return;
  event.preventDefault();
  event.stopPropagation();
  toastError(new Error(`Nothing was pasted: ${notOneNumber(text)}`));
}
