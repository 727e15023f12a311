import { NumberInput as MantineNumberInput, type NumberInputProps } from "@mantine/core";
import { typePlainDigits } from "./plain-digits.ts";
import { selectOnClick } from "./select-on-click.ts";

/** It keeps what was typed, and the form says what is wrong with it: 3 must not become 5 by itself. */
export const NumberInput = (props: NumberInputProps) => (
  <MantineNumberInput clampBehavior="none" onMouseDown={selectOnClick} onChangeCapture={typePlainDigits} {...props} />
);
