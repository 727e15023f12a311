import { TextInput } from "@mantine/core";
import type { GetInputProps } from "./use-api-form.ts";

interface Props {
  readonly form: { readonly getInputProps: GetInputProps };
  readonly path: string;
  readonly label: string;
  readonly placeholder: string;
}

/** A percentage with at most two decimals. */
export function PercentInput({ form, path, label, placeholder }: Props) {
  const props = form.getInputProps(path);
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      placeholder={placeholder}
      rightSection="%"
      {...props}
      {...(props.error && { error: "Enter a percentage up to 100, such as 18 or 12.5." })}
    />
  );
}
