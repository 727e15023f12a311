/** The number of queries for the prices of an order, which must not depend on any size. */

import { expect, it } from "vitest";
import * as cart from "#core/contract/cart";
import type { Id } from "#core/contract/kit/fields";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { call, storefrontsKey } from "../support/call.ts";
import { statementsOf } from "../support/database-asked.ts";
import { aProduct } from "../support/given/catalogue.ts";
import { aGroup } from "../support/given/customers.ts";
import { somebody } from "../support/given/orders.ts";
import { aStockroom, receives } from "../support/given/stock.ts";

const variantsIn = async (count: number) => {
  const locationId = await aStockroom();
  const ids: Id<"variant">[] = [];
  for (let made = 0; made < count; made += 100) {
    const { variants } = await aProduct({
      options: ["Nth"],
      variants: Array.from({ length: Math.min(100, count - made) }, (_, nth) => ({ options: [`${nth}`] })),
    });
    ids.push(...variants.map(({ id }) => id));
  }
  for (const variantId of ids) await receives({ variantId, locationId }, 5);
  return ids;
};

async function lists(count: number, variantIds: readonly string[]): Promise<void> {
  const { id: groupId } = await aGroup();
  for (let nth = 0; nth < count; nth++) {
    const id = newId("priceList");
    await db().execute(sql`
      insert into price_lists (id, name, for_everyone, priority, active, created_at, updated_at)
      values (${id}, 'Some', ${nth % 2 === 0}, ${nth % 7}, true, now(), now())`);
    if (nth % 2 === 1) await db().execute(sql`insert into price_list_groups values (${id}, ${groupId})`);
    await db().execute(sql`
      insert into price_list_rows (variant_id, price_list_id, min_quantity, amount_minor)
      select variant, ${id}, 1, ${100 + nth} from unnest(${sql.param([...variantIds])}::text[]) as variant`);
  }
}

// Two hundred lines queried one by one, or one list after the other, would block the till.
it("an order and a cart of 200 lines with 60 lists query prices once, like those of one line", async () => {
  const ids = await variantsIn(200);
  const linesOf = (count: number) => ids.slice(0, count).map((variantId) => ({ variantId, quantity: 1 }));
  const as = await storefrontsKey();
  const ordered = (count: number) => call(order.create, { ...somebody, lines: linesOf(count) });
  const filled = (count: number) => call(cart.create, { lines: linesOf(count) }, { as });
  const asked = async (work: () => Promise<{ readonly status: number }>) => {
    await work();
    let status = 0;
    const statements = await statementsOf(async () => {
      ({ status } = await work());
    });
    expect(status).toBe(201);
    return { all: statements.length, prices: statements.filter(({ text }) => text.includes("price_list_rows")).length };
  };
  const small = { order: await asked(() => ordered(1)), cart: await asked(() => filled(1)) };
  await lists(60, ids);
  expect({ order: await asked(() => ordered(200)), cart: await asked(() => filled(200)) }).toEqual(small);
  expect([small.order.prices, small.cart.prices]).toEqual([1, 1]);
}, 120_000);
