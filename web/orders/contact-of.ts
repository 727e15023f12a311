import type * as customerApi from "#core/contract/customer";
import type { Answer } from "#core/contract/kit/operation";
import { addressValues } from "../ui/forms/address-fields.tsx";

/** The values of an order's form that are taken from a customer. */
export function contactOf({ name, email, phone, addresses }: Answer<typeof customerApi.read>) {
  const contact = { name, email: email ?? "", phone: phone ?? "" };
  const chosen = addresses.find(({ isDefault }) => isDefault) ?? addresses[0];
  if (!chosen) return contact;
  const { isDefault: _, ...address } = chosen;
  return { ...contact, address: addressValues(address) };
}
