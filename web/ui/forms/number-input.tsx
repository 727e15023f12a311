import { NumberInput as MantineNumberInput, type NumberInputProps } from "@mantine/core";
import type { FormEvent } from "react";
import { plainDigits } from "./plain-digits.ts";
import { selectOnClick } from "./select-on-click.ts";

/** It keeps what was typed, and the form says what is wrong with it: 3 must not become 5 by itself. */
export const NumberInput = (props: NumberInputProps) => (
  <MantineNumberInput clampBehavior="none" onMouseDown={selectOnClick} onChangeCapture={typePlainDigits} {...props} />
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
