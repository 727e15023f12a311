import { TextInput, type TextInputProps } from "@mantine/core";
import { useSession } from "../../api/session.tsx";
import type { GetInputProps } from "./api-form.tsx";
import { amountIn } from "./parse-input.ts";

interface Props extends Omit<TextInputProps, "form"> {
  readonly form: { readonly getInputProps: GetInputProps };
  readonly path: string;
}

/** An amount in the store's currency, typed as people write it. */
export function AmountInput({ form, path, ...rest }: Props) {
  const { store } = useSession();
  const props = form.getInputProps(path);
  const typed = String(props.value ?? "").trim();
  const isWrong = props.error && typed !== "" && Number.isNaN(amountIn(typed, store.currency));
  return (
    <TextInput
      inputMode="decimal"
      rightSection={store.currency}
      rightSectionWidth={48}
      rightSectionProps={{ style: { fontSize: "var(--mantine-font-size-xs)", color: "var(--mantine-color-dimmed)" } }}
      {...rest}
      {...props}
      {...(isWrong && { error: "An amount, such as 19.99." })}
    />
  );
}
