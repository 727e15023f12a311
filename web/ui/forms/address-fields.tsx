/** The fields of a postal address, in a form that keeps it under `address`. */
import { Group, TextInput } from "@mantine/core";
import type { Address } from "#core/contract/fields";
import { CountrySelect } from "./country-select.tsx";
import type { GetInputProps } from "./use-api-form.ts";

export const emptyAddress = { line1: "", line2: "", city: "", region: "", postalCode: "", country: "" };

type AddressValues = typeof emptyAddress;

/** An address as the values of its fields. */
export const addressValues = (address: Address | null): AddressValues => ({
  ...emptyAddress,
  ...(address && { ...address, line2: address.line2 ?? "", region: address.region ?? "" }),
});

/** An address for the store. Empty texts are left out: the store refuses them. */
export const addressInput = ({ line2, region, country, ...rest }: AddressValues) => ({
  ...rest,
  country,
  ...(line2.trim() && { line2 }),
  ...(region.trim() && { region }),
});

/** The same for an address that may be missing: null when all fields are empty. */
export const optionalAddressInput = (values: AddressValues) =>
  Object.values(values).some((line) => line.trim()) ? addressInput(values) : null;

export function AddressFields({ getInputProps }: { getInputProps: GetInputProps }) {
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
        <CountrySelect label="Country" inputProps={getInputProps("address.country")} />
      </Group>
    </>
  );
}
