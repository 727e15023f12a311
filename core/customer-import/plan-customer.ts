/** The result of applying a file's customer to the store's. */

import { isDeepStrictEqual } from "node:util";
import type { Id } from "#core/contract/kit/fields";
import type { CustomerRow } from "#core/customer/customer.table";
import { eachTagOnce, withOneDefault } from "#core/customer/show-customer";
import { newId } from "#core/id";
import { cut, type Problem } from "#core/job/import-file/cells";
import { keptBlanks } from "#core/job/import-file/kept-blanks";
import { codeLost, phoneLost, tagLost } from "#core/job/import-file/spreadsheet-damage";
import { withoutUnseen } from "#core/job/import-file/unseen";
import { addressesAfter, addressesIn } from "./addresses.ts";
import type { Known, KnownCustomer } from "./known-customers.ts";
import { lostOf } from "./lost-addresses.ts";
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
  const addresses = addressesIn(taken, old.addresses);
  const lost = [
    ...phoneLost("phone", old.phone, fields.phone),
    ...codeLost("note", old.note, fields.note),
    ...tagLost(old.tags, fields.tags),
    ...(addresses ? lostOf(addresses, old.addresses, taken.isForeign ? [] : taken.unsaid) : []),
  ];
  if (lost.length > 0) return lost;
  const row: CustomerRow = {
    ...old,
    ...(fields as Partial<CustomerRow>), // `fieldsBy` omits missing fields
    ...(fields.note !== undefined && { note: keptBlanks(old.note, fields.note) }),
    ...(fields.tags && { tags: eachTagOnce(fields.tags) }),
    ...(addresses && { addresses: withOneDefault(addressesAfter(taken, addresses, old.addresses)) }),
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
    formerEmails: [],
    name: cut(withoutUnseen(email), 200),
    phone: null,
    addresses: [],
    note: null,
    tags: [],
  },
  ...{ acceptsMarketing: false, marketingAt: null, orders: 0, spentMinor: 0, lastOrderAt: null },
  ...{ mergedInto: null, erasedAt: null, createdAt: at, updatedAt: changedAt ?? at },
});

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
