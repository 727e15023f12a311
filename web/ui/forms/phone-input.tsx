/** A field for a phone number. A national number is completed with the country of the address next to it. */
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { GetInputProps } from "./use-api-form.ts";

interface Values {
  readonly phone: string;
  readonly address: { readonly country: string };
}

const load = () => import("./phone-numbers.ts");

/** The API's form of a phone number, without spaces and brackets. */
export const phoneInput = (phone: string): string => phone.replaceAll(/[\s().-]/g, "");

/**
 * The values with the complete phone number, to be used on submit: by then the country is known. A number that cannot
 * be completed stays as typed, and the schema reports the error at the field.
 */
export async function withPhoneInFull<Typed extends Values>(values: Typed): Promise<Typed> {
  if (values.phone.trim() === "") return values;
  const { inFull } = await load();
  return { ...values, phone: inFull(values.phone, values.address.country) ?? values.phone };
}

interface Props {
  readonly values: Values;
  readonly getInputProps: GetInputProps;
  readonly description?: string;
}

export function PhoneInput({ values: { phone, address }, getInputProps, description }: Props) {
  const { data: numbers } = useQuery({
    queryKey: ["phone numbers"],
    queryFn: load,
    enabled: phone !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });
  const full = numbers?.inFull(phone, address.country) ?? null;
  const completed = full !== null && full !== phoneInput(phone) ? `Saved as ${full}` : undefined;
  return (
    <TextInput
      label="Phone"
      type="tel"
      autoComplete="off"
      placeholder="98310 55555 or +91 98310 55555"
      description={completed ?? description}
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...getInputProps("phone")}
    />
  );
}
