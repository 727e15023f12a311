import { TextInput } from "@mantine/core";
import type { GetInputProps } from "./api-form.tsx";

interface Props {
  readonly form: { readonly getInputProps: GetInputProps };
  readonly path: string;
  readonly label: string;
  readonly placeholder: string;
}

/** A percentage of at most two decimals. */
export function PercentInput({ form, path, label, placeholder }: Props) {
  const props = form.getInputProps(path);
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      placeholder={placeholder}
      rightSection="%"
      {...props}
      {...(props.error && { error: "A percentage up to 100, such as 18 or 12.5." })}
    />
  );
}
