/** A customer's addresses after an import. */
import { isDeepStrictEqual } from "node:util";
import { addressesMax } from "#core/contract/customer";
import type { Addresses, TakenCustomer } from "./taken-customer.ts";

const without = ({ isDefault: _, ...address }: Addresses[number], parts: readonly string[]) =>
  Object.fromEntries(Object.entries(address).filter(([part]) => !parts.includes(part)));

export const isAmong = (one: Addresses[number], others: Addresses): boolean =>
  others.some((other) => isDeepStrictEqual(without(one, []), without(other, [])));

/** The file's addresses. One that is here keeps what it has in the parts that the file has no column for. */
export function addressesIn({ addresses, unsaid = [] }: TakenCustomer, here: Addresses): Addresses | undefined {
  const left = [...here];
  return addresses?.map((one) => {
    const at = left.findIndex((other) => isDeepStrictEqual(without(one, unsaid), without(other, unsaid)));
    const [known] = at < 0 ? [] : left.splice(at, 1);
    return known ? { ...known, ...(!unsaid.includes("isDefault") && { isDefault: one.isDefault }) } : one;
  });
}

/** Our own file contains all addresses; another store's only the default one, and the others are kept. */
export function addressesAfter({ isForeign }: TakenCustomer, given: Addresses, before: Addresses): Addresses {
  if (!isForeign) return given;
  const isGiven = (one: Addresses[number]) => isAmong(one, given);
  const others = before.filter((one) => !isGiven(one)).map((one) => ({ ...one, isDefault: false }));
  // An existing address keeps its place.
  return before.some(isGiven)
    ? before.map((one) => ({ ...one, isDefault: isGiven(one) }))
    : [...given, ...others].slice(0, addressesMax);
}
