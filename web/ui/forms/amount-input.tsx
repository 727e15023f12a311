import { TextInput, type TextInputProps } from "@mantine/core";
import { useSession } from "../../api/session.tsx";
import { amountAdvice, parseAmount } from "./parse-input.ts";
import type { GetInputProps } from "./use-api-form.ts";

interface Props extends Omit<TextInputProps, "form"> {
  readonly form: { readonly getInputProps: GetInputProps };
  readonly path: string;
}

/** An amount in the store's currency, in major units: "19.99". */
export function AmountInput({ form, path, ...rest }: Props) {
  const { store } = useSession();
  const props = form.getInputProps(path);
  const text = String(props.value ?? "").trim();
  const isInvalid = props.error && text !== "" && Number.isNaN(parseAmount(text, store.currency));
  return (
    <TextInput
      inputMode="decimal"
      rightSection={store.currency}
      rightSectionWidth={48}
      rightSectionProps={{ style: { fontSize: "var(--mantine-font-size-xs)", color: "var(--mantine-color-dimmed)" } }}
      {...rest}
      {...props}
      {...(isInvalid && { error: amountAdvice(store.currency) })}
    />
  );
}
