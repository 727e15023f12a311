/** The rule by which a price list is chosen, compared with a slow and obvious version of it. */

import { expect, it } from "vitest";
import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import * as price from "#core/contract/price";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { listPrices } from "#core/price/list-prices";
import { call } from "../support/call.ts";
import { aProduct } from "../support/given/catalogue.ts";
import { aCustomer, aGroup } from "../support/given/customers.ts";
import fc from "../support/harness/properties.ts";

const by = system("test");
/** Periods begin and end around these moments, and prices are requested at them, and a millisecond before and after. */
const moments = [0, 1, 2, 3].map((nth) => Date.UTC(2026, 9, 25, nth));
const moment = fc.constantFrom(...moments).chain((at) => fc.constantFrom(at - 1, at, at + 1));

interface List {
  readonly groups: readonly number[] | null;
  readonly channel: number | null;
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  readonly priority: number;
  readonly active: boolean;
  readonly archived: boolean;
  readonly rows: readonly { readonly variant: number; readonly minQuantity: number; readonly amount: number }[];
}

const aList: fc.Arbitrary<List> = fc.record({
  groups: fc.option(fc.uniqueArray(fc.nat(2), { minLength: 1 })),
  channel: fc.option(fc.nat(1), { freq: 1 }),
  startsAt: fc.option(fc.constantFrom(...moments.slice(0, 2)), { freq: 1 }),
  endsAt: fc.option(fc.constantFrom(...moments.slice(2)), { freq: 1 }),
  priority: fc.integer({ min: -1, max: 1 }),
  active: fc.nat(9).map((nth) => nth > 0),
  archived: fc.nat(9).map((nth) => nth === 0),
  rows: fc.uniqueArray(
    fc.record({
      variant: fc.nat(9),
      minQuantity: fc.constantFrom(1, 2, 5, 10),
      amount: fc.integer({ min: 0, max: 3 }),
    }),
    { selector: ({ variant, minQuantity }) => `${variant} ${minQuantity}`, maxLength: 25 },
  ),
});

interface Asked {
  readonly customer: number | null;
  readonly channel: number | null;
  readonly at: number;
  readonly quantities: readonly number[];
  readonly zone: string;
}

const anAsking: fc.Arbitrary<Asked> = fc.record({
  customer: fc.option(fc.nat(3), { freq: 3 }),
  channel: fc.option(fc.nat(1), { freq: 2 }),
  at: moment,
  quantities: fc.array(fc.constantFrom(1, 2, 3, 4, 5, 6, 9, 10, 11), { minLength: 10, maxLength: 10 }),
  zone: fc.constantFrom("UTC", "Asia/Kolkata", "America/St_Johns", "Europe/Berlin"),
});

/** The groups, out of three, that each of four customers is in. */
const memberships = [[], [0], [1, 2], [0, 1, 2]] as const;

/** The rule as one would say it out loud. */
function obvious(lists: readonly List[], { customer, channel, at, quantities }: Asked, variant: number) {
  const groups: readonly number[] = customer === null ? [] : memberships[customer]!;
  const found: { list: number; priority: number; minQuantity: number; amount: number }[] = [];
  for (const [index, list] of lists.entries()) {
    if (!list.active || list.archived) continue;
    if (list.startsAt !== null && at < list.startsAt) continue;
    if (list.endsAt !== null && at >= list.endsAt) continue;
    if (list.channel !== null && list.channel !== channel) continue;
    if (list.groups !== null && !list.groups.some((group) => groups.includes(group))) continue;
    for (const row of list.rows) {
      if (row.variant !== variant || row.minQuantity > quantities[variant]!) continue;
      found.push({ list: index, priority: list.priority, minQuantity: row.minQuantity, amount: row.amount });
    }
  }
  const highest = Math.max(...found.map(({ priority }) => priority));
  const first = found.filter(({ priority }) => priority === highest);
  const largest = Math.max(...first.map(({ minQuantity }) => minQuantity));
  const second = first.filter(({ minQuantity }) => minQuantity === largest);
  const lowest = Math.min(...second.map(({ amount }) => amount));
  return second.find(({ amount }) => amount === lowest);
}

it("10,000 random prices agree with the obvious rule, in one statement for ten variants", async () => {
  const { variants } = await aProduct({
    options: ["Size"],
    variants: [..."abcdefghij"].map((size) => ({ options: [size] })),
  });
  const groups = [await aGroup(), await aGroup(), await aGroup()].map(({ id }) => id);
  const customers: Id<"customer">[] = [];
  for (const of of memberships) customers.push((await aCustomer({ groupIds: of.map((nth) => groups[nth]!) })).id);
  const channels = [newId("channel"), newId("channel")];
  for (const id of channels) {
    await db().execute(sql`insert into channels (id, code, name, created_at) values (${id}, ${id}, 'Some', now())`);
  }
  let cases = 0;
  const world = fc.tuple(
    fc.array(aList, { minLength: 1, maxLength: 12 }),
    fc.array(anAsking, { minLength: 25, maxLength: 25 }),
  );
  await fc.assert(
    fc.asyncProperty(world, async ([lists, askings]) => {
      await db().execute(sql`truncate price_list_rows, price_list_groups, price_lists cascade`);
      const ids: Id<"priceList">[] = [];
      for (const list of lists) ids.push(await written(list));
      for (const asked of askings) {
        const quantities = new Map(variants.map(({ id }, nth) => [id, asked.quantities[nth]!]));
        const buyer = {
          customerId: asked.customer === null ? null : customers[asked.customer]!,
          channelId: asked.channel === null ? null : channels[asked.channel]!,
          at: new Date(asked.at),
        };
        const given = await inChange(by, async ({ tx }) => {
          await tx.execute(sql.raw(`set local time zone '${asked.zone}'`));
          return listPrices(tx, quantities, buyer);
        });
        for (const [nth, { id }] of variants.entries()) {
          const best = obvious(lists, asked, nth);
          const expected = best && {
            unitPriceMinor: best.amount,
            minQuantity: best.minQuantity,
            priceListId: ids[best.list],
          };
          expect(given.get(id)).toEqual(expected);
          cases++;
        }
        const [nth, said] = [asked.at % 10, lists.length];
        const explained = await call(price.explain, {
          variantId: variants[nth]!.id,
          quantity: asked.quantities[nth]!,
          at: new Date(asked.at).toISOString(),
          ...(buyer.customerId && { customerId: buyer.customerId }),
          ...(buyer.channelId && { channel: buyer.channelId }),
        });
        expect(explained.body.priceListId).toBe(given.get(variants[nth]!.id)?.priceListId ?? null);
        expect(explained.body.lists.filter(({ verdict }) => verdict === "given").length).toBeLessThanOrEqual(said);
      }
    }),
    { numRuns: 40 },
  );
  expect(cases).toBeGreaterThanOrEqual(10_000);

  async function written(list: List): Promise<Id<"priceList">> {
    const id = newId("priceList");
    const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
    const channelId = list.channel === null ? null : channels[list.channel]!;
    await db().execute(sql`
      insert into price_lists (id, name, for_everyone, channel_id, starts_at, ends_at, priority, active, created_at,
        updated_at, archived_at)
      values (${id}, 'Some', ${list.groups === null}, ${channelId}, ${at(list.startsAt)}::timestamptz,
        ${at(list.endsAt)}::timestamptz, ${list.priority}, ${list.active}, now(), now(),
        ${list.archived ? new Date().toISOString() : null}::timestamptz)`);
    for (const group of list.groups ?? []) {
      await db().execute(sql`insert into price_list_groups values (${id}, ${groups[group]!})`);
    }
    const rows = list.rows.map((row) => ({ ...row, variant: variants[row.variant]!.id }));
    await db().execute(sql`
      insert into price_list_rows (variant_id, price_list_id, min_quantity, amount_minor)
      select variant, ${id}, "minQuantity", amount
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as said (variant text, "minQuantity" integer, amount bigint)`);
    return id;
  }
}, 180_000);
