/** The fields of a postal address, in the form under `address`. */
import { Group, TextInput } from "@mantine/core";
import type { Address } from "#core/contract/fields";

export const noAddress = { line1: "", line2: "", city: "", region: "", postalCode: "", country: "" };

type Typed = typeof noAddress;

/** An address as the fields hold it. */
export const addressTyped = (address: Address | null): Typed => ({
  ...noAddress,
  ...(address && { ...address, line2: address.line2 ?? "", region: address.region ?? "" }),
});

/** What was typed, for the store. An empty text is no text: the store refuses one. */
export const addressAsked = ({ line2, region, country, ...rest }: Typed) => ({
  ...rest,
  country: country.trim().toUpperCase(),
  ...(line2.trim() && { line2 }),
  ...(region.trim() && { region }),
});

/** The same where there need be none. */
export const addressIfAny = (typed: Typed) =>
  Object.values(typed).some((line) => line.trim()) ? addressAsked(typed) : null;

export function AddressFields({ getInputProps }: { getInputProps: (path: string) => object }) {
  return (
    <>
      <TextInput label="Address" {...getInputProps("address.line1")} />
      <TextInput label="Address, second line" {...getInputProps("address.line2")} />
      <Group grow align="start" gap="sm">
        <TextInput label="City" {...getInputProps("address.city")} />
        <TextInput label="Postal code" {...getInputProps("address.postalCode")} />
      </Group>
      <Group grow align="start" gap="sm">
        <TextInput label="State or region" {...getInputProps("address.region")} />
        <TextInput label="Country" placeholder="IN" maxLength={2} {...getInputProps("address.country")} />
      </Group>
    </>
  );
}
