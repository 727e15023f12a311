import type { NumberInputProps } from "@mantine/core";
import { NumberInput } from "./number-input.tsx";
import { wholeNumberError } from "./parse-input.ts";

/**
 * A field for units. It keeps what was typed, and says what is wrong with it: otherwise "1.5" would be read as 15, "-3"
 * as 3, and 12 of 5 as 5.
 */
export function WholeNumberInput(props: NumberInputProps) {
  const { value = "", error } = props;
  return <NumberInput {...props} error={wholeNumberError(value, props) || error} />;
}
