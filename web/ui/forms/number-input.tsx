import { NumberInput as MantineNumberInput, type NumberInputProps } from "@mantine/core";
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useRef } from "react";
import { scanGapMs } from "../shortcuts.ts";
import { toastError } from "../toast.tsx";
import { isOneNumber, plainDigits } from "./plain-digits.ts";
import { selectOnClick } from "./select-on-click.ts";

/** For `WholeNumberInput`. It keeps what was typed, which is then refused: 3 must not become 5 by itself. */
export function NumberInput({ onKeyDown, ...props }: NumberInputProps) {
  const sayLeftOut = useSayLeftOut();
  return (
    <MantineNumberInput
      clampBehavior="none"
      trimLeadingZeroesOnBlur={false}
      onMouseDown={selectOnClick}
      onChangeCapture={typePlainDigits}
      onPasteCapture={pasteOneNumber}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        sayLeftOut(event);
      }}
      {...props}
    />
  );
}

const isOfNumber = (key: string): boolean => /^[\p{Nd}\p{Zs}.,'’+-]$/u.test(plainDigits(key));

/**
 * The field drops the keys that it does not know: 1e3 becomes 13, 1/2 becomes 12. Those of a scan are only mentioned if
 * nobody takes it.
 */
function useSayLeftOut() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return ({ key, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) => {
    if (key === "Enter" && defaultPrevented) clearTimeout(timer.current);
    if ([...key].length > 1 || ctrlKey || metaKey || altKey || isOfNumber(key)) return;
    clearTimeout(timer.current);
    const message = "Only digits can be typed here. What else was typed was left out: check the number.";
    timer.current = setTimeout(() => toastError(new Error(message)), 20 * scanGapMs);
  };
}

/**
 * In a field for numbers, before it drops what it does not know: "1２" would become 1. Not while an input method composes
 * them: it would insert them again.
 */
function typePlainDigits({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>): void {
  const plain = plainDigits(input.value);
  if (plain === input.value || (nativeEvent as InputEvent).isComposing) return;
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
  toastError(new Error(`Nothing was pasted: “${text.trim().slice(0, 40)}” cannot be read as one number.`));
}
