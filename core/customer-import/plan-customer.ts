/** The result of applying a file's customer to the store's. */

import { isDeepStrictEqual } from "node:util";
import { addressesMax } from "#core/contract/customer";
import type { Id } from "#core/contract/fields";
import type { CustomerRow } from "#core/customer/customer.table";
import { eachTagOnce, withOneDefault } from "#core/customer/show-customer";
import { newId } from "#core/id";
import { cut, type Problem } from "#core/job/import-file/cells";
import { damageOf, postalDigits } from "#core/job/import-file/damaged-code";
import { keptBlanks } from "#core/job/import-file/kept-blanks";
import { codeLost, phoneLost, tagLost, takenForDate, zerosLost } from "#core/job/import-file/spreadsheet-damage";
import { withoutUnseen } from "#core/job/import-file/unseen";
import type { Known, KnownCustomer } from "./known-customers.ts";
import type { TakenCustomer } from "./taken-customer.ts";

export interface Plan {
  readonly before: KnownCustomer | null;
  readonly row: CustomerRow;
  readonly groupIds: readonly Id<"group">[];
}

/** @returns the plan, or the problems in the file. */
export function planOf(taken: TakenCustomer, known: Known, at: Date): Plan | readonly Problem[] {
  const before = known.customers.get(taken.email) ?? null;
  // Imported orders may have created customers with any text as their address: existing ones are accepted.
  if (!before && !/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(withoutUnseen(taken.email))) {
    const isUnseen = /\p{C}/u.test(taken.email);
    const why = isUnseen ? "It contains an invisible character: type it again." : "An email address is needed.";
    return [{ column: "email", text: taken.email, why }];
  }
  const unknown = (taken.groups ?? []).filter((name) => !known.groups.has(name.toLowerCase()));
  if (unknown.length > 0) {
    return unknown.map((text) => ({ column: "groups", text, why: "There is no such group: create it first." }));
  }
  const { fields } = taken;
  const old = before?.row ?? newcomer(taken, at);
  const inKnown = addressesLost(taken.addresses, old.addresses);
  const lost = [
    ...phoneLost("phone", old.phone, fields.phone),
    ...codeLost("note", old.note, fields.note),
    ...tagLost(old.tags, fields.tags),
    ...(inKnown.length > 0 ? inKnown : postalCodesLost(taken.addresses, old.addresses)),
  ];
  if (lost.length > 0) return lost;
  const row: CustomerRow = {
    ...old,
    ...(fields as Partial<CustomerRow>), // `fieldsBy` omits missing fields
    ...(fields.note !== undefined && { note: keptBlanks(old.note, fields.note) }),
    ...(fields.tags && { tags: eachTagOnce(fields.tags) }),
    ...(taken.addresses && { addresses: withOneDefault(addressesAfter(taken, taken.addresses, old.addresses)) }),
    ...consentAfter(taken, old, at),
  };
  const groupIds = taken.groups
    ? taken.groups.flatMap((name) => known.groups.get(name.toLowerCase()) ?? []).toSorted()
    : (before?.groupIds ?? []);
  return { before, row, groupIds: [...new Set(groupIds)] };
}

const newcomer = ({ email, changedAt }: TakenCustomer, at: Date): CustomerRow => ({
  ...{
    id: newId("customer"),
    email: withoutUnseen(email),
    name: cut(withoutUnseen(email), 200),
    phone: null,
    addresses: [],
    note: null,
    tags: [],
  },
  ...{ acceptsMarketing: false, marketingAt: null, orders: 0, spentMinor: 0, lastOrderAt: null },
  ...{ mergedInto: null, erasedAt: null, createdAt: at, updatedAt: changedAt ?? at },
});

type Addresses = CustomerRow["addresses"];

const mayLose = [
  ["postalCode", "postal code", zerosLost],
  ["line1", "address 1", takenForDate],
  ["line2", "address 2", takenForDate],
] as const;

/** In an address that otherwise is one of those here: its postal code, or a house number such as 1-2-3, or both. */
function addressesLost(given: Addresses = [], here: Addresses): readonly Problem[] {
  const restOf = ({ isDefault: _, postalCode: _zip, line1: _first, line2: _second, ...rest }: Addresses[number]) =>
    rest;
  return given.flatMap((one) => {
    const those = here.filter((other) => isDeepStrictEqual(restOf(one), restOf(other)));
    const lostFrom = those.map((other) => {
      const changed = mayLose.filter(([part]) => other[part] !== one[part]);
      const lost = changed.flatMap(([part, column, lostIn]) => lostIn(column, other[part], one[part]));
      return lost.length === changed.length ? lost : undefined;
    });
    const isHere = lostFrom.some((lost) => lost?.length === 0);
    return isHere ? [] : (lostFrom.find((lost) => lost !== undefined) ?? []);
  });
}

/** In an address that is new here: 700016.0, as some programs write a column of numbers that has an empty cell. */
const postalCodesLost = (given: Addresses = [], here: Addresses): readonly Problem[] =>
  given.flatMap(({ postalCode: text = "" }) => {
    const why = here.some(({ postalCode }) => postalCode === text) ? undefined : damageOf(text, postalDigits);
    return why === undefined ? [] : [{ column: "postal code", text, why }];
  });

/** Our own file contains all addresses; another store's only the default one, and the others are kept. */
function addressesAfter({ isForeign }: TakenCustomer, given: Addresses, before: Addresses): Addresses {
  if (!isForeign) return given;
  const placeOf = ({ isDefault: _, ...place }: Addresses[number]) => place;
  const isGiven = (one: Addresses[number]) => given.some((other) => isDeepStrictEqual(placeOf(one), placeOf(other)));
  const others = before.filter((one) => !isGiven(one)).map((one) => ({ ...one, isDefault: false }));
  // An existing address keeps its place.
  return before.some(isGiven)
    ? before.map((one) => ({ ...one, isDefault: isGiven(one) }))
    : [...given, ...others].slice(0, addressesMax);
}

/**
 * The consent and its time: the file's, otherwise the time of the import. Somebody who declined here stays declined
 * unless the file dates their consent later.
 */
function consentAfter({ acceptsMarketing, marketingAt }: TakenCustomer, old: CustomerRow, at: Date) {
  if (acceptsMarketing === undefined) return {};
  const declinedAt = old.acceptsMarketing ? null : old.marketingAt;
  if (acceptsMarketing && declinedAt !== null && (marketingAt === null || marketingAt <= declinedAt)) return {};
  if (marketingAt !== null) return { acceptsMarketing, marketingAt };
  return acceptsMarketing === old.acceptsMarketing ? {} : { acceptsMarketing, marketingAt: at };
}

const comparedFields = ["name", "phone", "addresses", "note", "tags", "acceptsMarketing", "marketingAt"] as const;

/** The changed fields, before and after. */
export function differencesOf({ before, row, groupIds }: Plan) {
  const was: Record<string, unknown> = {};
  const becomes: Record<string, unknown> = {};
  for (const field of comparedFields) {
    if (before && isDeepStrictEqual(before.row[field], row[field])) continue;
    was[field] = before?.row[field] ?? null;
    becomes[field] = row[field];
  }
  if (!isDeepStrictEqual(before?.groupIds ?? [], groupIds)) {
    was["groupIds"] = before?.groupIds ?? [];
    becomes["groupIds"] = groupIds;
  }
  return { was, becomes };
}
