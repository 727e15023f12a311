/** The fields of a postal address, for a form that has it under `address`. */
import { Group, TextInput } from "@mantine/core";
import type { Address } from "#core/contract/kit/fields";
import { countryOf } from "../format/countries.ts";
import { CountrySelect } from "./country-select.tsx";
import type { GetInputProps } from "./use-api-form.ts";

export const emptyAddress = { line1: "", line2: "", city: "", region: "", postalCode: "", country: "" };

type AddressValues = typeof emptyAddress;

/** For a new address: most are in the store's country. */
export const newAddress = (language: string): AddressValues => ({ ...emptyAddress, country: countryOf(language) });

/** The field values for an address. */
export const addressValues = (address: Address | null): AddressValues => ({
  ...emptyAddress,
  ...(address && {
    ...address,
    line2: address.line2 ?? "",
    region: address.region ?? "",
    postalCode: address.postalCode ?? "",
  }),
});

/** The API's form of an address. Empty texts are left out, because the store refuses them. */
export const addressInput = ({ line2, region, postalCode, country, ...rest }: AddressValues) => ({
  ...rest,
  country,
  ...(line2.trim() && { line2 }),
  ...(region.trim() && { region }),
  ...(postalCode.trim() && { postalCode }),
});

/**
 * The same for an optional address: null if all fields are empty, except for the country that the form started with.
 */
export const optionalAddressInput = ({ country, ...rest }: AddressValues, startedWith = "") =>
  [...Object.values(rest), country === startedWith ? "" : country].some((line) => line.trim())
    ? addressInput({ country, ...rest })
    : null;

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
