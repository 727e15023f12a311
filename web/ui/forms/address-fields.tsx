/** The fields of a postal address, for a form that has it under `address`. */
import { Group, TextInput } from "@mantine/core";
import type { Address } from "#core/contract/fields";
import { CountrySelect } from "./country-select.tsx";
import type { GetInputProps } from "./use-api-form.ts";

export const emptyAddress = { line1: "", line2: "", city: "", region: "", postalCode: "", country: "" };

type AddressValues = typeof emptyAddress;

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

/** The same for an optional address: null if all fields are empty. */
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
