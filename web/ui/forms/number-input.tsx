import { NumberInput as MantineNumberInput, type NumberInputProps } from "@mantine/core";
import type { ClipboardEvent, FormEvent } from "react";
import { toastError } from "../toast.tsx";
import { isOneNumber, plainDigits } from "./plain-digits.ts";
import { selectOnClick } from "./select-on-click.ts";

/** It keeps what was typed, and the form says what is wrong with it: 3 must not become 5 by itself. */
export const NumberInput = (props: NumberInputProps) => (
  <MantineNumberInput
    clampBehavior="none"
    trimLeadingZeroesOnBlur={false}
    onMouseDown={selectOnClick}
    onChangeCapture={typePlainDigits}
    onPasteCapture={pasteOneNumber}
    {...props}
  />
);

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
