import { TextInput, type TextInputProps } from "@mantine/core";
import { useSession } from "../api/session.tsx";
import { minorFrom } from "../ui/money.ts";
import type { GetInputProps } from "./fields.ts";

interface Props extends Omit<TextInputProps, "form"> {
  readonly form: { readonly getInputProps: GetInputProps };
  readonly path: string;
}

/** An amount in the store's currency, typed as people write it. */
export function AmountInput({ form, path, ...rest }: Props) {
  const { store } = useSession();
  const props = form.getInputProps(path);
  const typed = String(props.value ?? "").trim();
  const isWrong = props.error && typed !== "" && minorFrom(typed, store.currency) === null;
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

/** What was typed, for the store: null for nothing, not a number for what is no amount. */
export const amountIn = (typed: string, currency: string): number | null =>
  typed.trim() === "" ? null : (minorFrom(typed, currency) ?? Number.NaN);
