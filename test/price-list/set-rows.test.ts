/** Prices of a list: up to ten thousand at a time, each identified by its variant and quantity. */

import { describe, expect, it } from "vitest";
import * as group from "#core/contract/group";
import type { Id } from "#core/contract/kit/fields";
import * as priceList from "#core/contract/priceList";
import * as product from "#core/contract/product";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { aProduct, aVariant, pagesOf } from "../support/given/catalogue.ts";
import { aGroup, aPriceList } from "../support/given/customers.ts";
import { nothingChanged } from "../support/given/orders.ts";

const rowsOf = (id: Id<"priceList">) =>
  pagesOf((cursor) => call(priceList.listRows, { id, limit: 200, ...(cursor && { cursor }) }));

describe("priceList.setRows", () => {
  it("adds, changes and removes, counts what was unchanged, and records it in the history", async () => {
    const [a, b, c] = [await aVariant(), await aVariant(), await aVariant()];
    const { id, version } = await aPriceList([
      { variantId: a.id, amountMinor: 1 },
      { variantId: b.id, amountMinor: 2 },
    ]);
    const rows = [
      { variantId: a.id, amountMinor: 1 },
      { variantId: b.id, amountMinor: 3 },
      { variantId: c.id, minQuantity: 5, amountMinor: 4 },
    ];
    const { body } = await call(priceList.setRows, { id, rows });
    expect(body).toMatchObject({
      changed: { added: 1, changed: 1, removed: 0, same: 1 },
      rows: 3,
      version: version + 1,
    });
    const removing = await call(priceList.setRows, { id, rows: [{ variantId: a.id, amountMinor: null }] });
    expect(removing.body).toMatchObject({ changed: { removed: 1 }, rows: 2 });
    expect((await rowsOf(id)).map(({ sku, minQuantity, amount }) => [sku, minQuantity, amount.amountMinor])).toEqual([
      [b.sku, 1, 3],
      [c.sku, 5, 4],
    ]);
    const { items } = (await call(priceList.history, { id })).body;
    expect(items[1]).toMatchObject({
      action: "priceList.setRows",
      before: { prices: { [`${b.sku} from 1`]: 2, [`${c.sku} from 5`]: null } },
      after: { prices: { [`${b.sku} from 1`]: 3, [`${c.sku} from 5`]: 4 }, added: 1, changed: 1 },
    });
  });

  // The same variants have prices in other lists, and several prices in the same one.
  it("reads and removes no price of another list, or for another quantity", async () => {
    const { id: variantId } = await aVariant();
    const prices = [1, 10].map((minQuantity) => ({ variantId, minQuantity, amountMinor: 100 - minQuantity }));
    const [{ id }, { id: other, version }] = [await aPriceList(prices), await aPriceList(prices)];
    const set = (minQuantity: number, amountMinor: number | null) =>
      call(priceList.setRows, { id, rows: [{ variantId, minQuantity, amountMinor }] });
    expect((await set(1, null)).body).toMatchObject({ changed: { removed: 1 }, rows: 1 });
    expect((await set(5, 90)).body).toMatchObject({ changed: { added: 1 }, rows: 2 });
    expect((await set(1, 99)).body).toMatchObject({ changed: { added: 1 }, rows: 3 });
    expect(await rowsOf(other)).toMatchObject([{ minQuantity: 1 }, { minQuantity: 10 }]);
    expect((await call(priceList.read, { id: other })).body.version).toBe(version);
  });

  it("repeated changes nothing, not even the version", async () => {
    const { id: variantId } = await aVariant();
    const rows = [{ variantId, amountMinor: 1 }];
    const { id } = await aPriceList(rows);
    await nothingChanged(async () => {
      expect((await call(priceList.setRows, { id, rows })).body.changed).toMatchObject({ same: 1 });
    });
  });

  it("accepts 10,000 at once, and refuses one more", async () => {
    const { id: variantId } = await aVariant();
    const { id } = await aPriceList([]);
    const rows = Array.from({ length: 10_000 }, (_, nth) => ({ variantId, minQuantity: nth + 1, amountMinor: nth }));
    expect((await call(priceList.setRows, { id, rows })).body).toMatchObject({
      rows: 10_000,
      changed: { added: 10_000 },
    });
    const more = [...rows, { variantId, minQuantity: 20_000, amountMinor: 1 }];
    expect((await call(priceList.setRows, { id, rows: more })).status).toBe(400);
  });

  it("names all unknown variants at once, and writes none", async () => {
    const { id: variantId } = await aVariant();
    const unknown = ["var_00000000000000000000000000", "var_00000000000000000000000001"] as const;
    const { id } = await aPriceList([]);
    await nothingChanged(async () => {
      const rows = [variantId, ...unknown].map((one) => ({ variantId: one, amountMinor: 1 }));
      expect(await call(priceList.setRows, { id, rows })).toMatchObject({
        status: 404,
        body: { error: { code: "variant.unknown", detail: { variantIds: [...unknown] } } },
      });
    });
  });

  it("accepts SKUs as in a spreadsheet, and names all unknown ones", async () => {
    const { id: variantId, sku } = await aVariant();
    const { id } = await aPriceList([]);
    expect((await call(priceList.setRows, { id, rows: [{ sku, amountMinor: 7 }] })).status).toBe(200);
    expect(await rowsOf(id)).toMatchObject([{ variantId, amount: { amountMinor: 7 } }]);
    const answer = await call(priceList.setRows, {
      id,
      rows: ["NO-2", "NO-1", sku].map((one) => ({ sku: one, amountMinor: 1 })),
    });
    expect(answer.body.error).toMatchObject({ code: "variant.unknown", detail: { skus: ["NO-1", "NO-2"] } });
    const both = await call(priceList.setRows, { id, rows: [{ sku, variantId, amountMinor: 1 }, { amountMinor: 1 }] });
    expect(both.body.error?.detail).toMatchObject({ issues: [{ path: "rows.0" }, { path: "rows.1" }] });
    const twice = [
      { sku, amountMinor: 1 },
      { variantId, amountMinor: 2 },
    ];
    expect((await call(priceList.setRows, { id, rows: twice })).status).toBe(400);
  });

  it("refuses two prices for the same variant and quantity, and says in which rows they are", async () => {
    const { id: variantId } = await aVariant();
    const { id } = await aPriceList([]);
    const row = { variantId, minQuantity: 10, amountMinor: 1 };
    const answer = await call(priceList.setRows, {
      id,
      rows: [row, { ...row, minQuantity: 1 }, { ...row, amountMinor: 2 }],
    });
    expect(answer).toMatchObject({ status: 400, body: { error: { detail: { issues: [{ path: "rows.2" }] } } } });
  });

  it.each([
    ["a negative amount", { amountMinor: -1 }],
    ["a fraction", { amountMinor: 1.5 }],
    ["a quantity of none", { amountMinor: 1, minQuantity: 0 }],
  ])("refuses %s with 400 and its path", async (_, said) => {
    const { id: variantId } = await aVariant();
    const { id } = await aPriceList([]);
    const answer = await call(priceList.setRows, { id, rows: [{ variantId, ...said }] });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body.error?.detail)).toContain("rows.0.");
  });

  // Two clerks fill the same list: the second would overwrite, unnoticed, what the first has just typed.
  it("refuses an outdated version of the list", async () => {
    const { id: variantId } = await aVariant();
    const { id, version } = await aPriceList([]);
    const put = (amountMinor: number) =>
      call(priceList.setRows, { id, rows: [{ variantId, amountMinor }] }, { headers: { "if-match": `"${version}"` } });
    expect((await put(1)).status).toBe(200);
    expect(await put(2)).toMatchObject({ status: 412, body: { error: { code: "version.stale" } } });
  });
});

describe("priceList.listRows", () => {
  it("shows each price once, page by page, those of one variant alone, and no list's that is unknown", async () => {
    const [a, b] = [await aVariant(), await aVariant()];
    const prices = [a, b].flatMap(({ id: variantId }) =>
      [1, 5, 10].map((minQuantity) => ({ variantId, minQuantity, amountMinor: 100 - minQuantity })),
    );
    const { id } = await aPriceList(prices);
    const shown = (more: { limit: number; variantId?: Id<"variant"> }) =>
      pagesOf((cursor) => call(priceList.listRows, { id, ...more, ...(cursor && { cursor }) }));
    const placeOf = ({ variantId, minQuantity }: { variantId: Id<"variant">; minQuantity: number }) =>
      `${variantId} ${minQuantity}`;
    for (const limit of [1, 4, 200]) {
      expect((await shown({ limit })).map(placeOf)).toEqual(prices.map(placeOf));
      expect((await shown({ limit, variantId: b.id })).map(placeOf)).toEqual(prices.slice(3).map(placeOf));
    }
    const unknown = await call(priceList.listRows, { id: `prl_${"0".repeat(26)}` });
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: "priceList.unknown" } } });
  });
});

describe("priceList", () => {
  // The variant was found, and was gone by the time of the insert.
  it("has its price for a variant before that is removed, or reports it as unknown", async () => {
    const { id } = await aPriceList([]);
    for (let nth = 0; nth < 8; nth++) {
      const { id: productId, variants } = await aProduct();
      const [set, removed] = await Promise.all([
        call(priceList.setRows, { id, rows: [{ variantId: variants[0]!.id, amountMinor: 5 }] }),
        call(product.remove, { id: productId }),
      ]);
      expect([200, 404]).toContain(set.status);
      expect(removed.status).toBe(200);
    }
  });

  it("refuses a period that ends before it begins, on create and on edit", async () => {
    const said = { startsAt: "2026-12-01T00:00:00Z", endsAt: "2026-11-30T00:00:00Z" };
    const { id } = await aPriceList([]);
    for (const answer of [
      await call(priceList.create, { name: "Backwards", ...said }),
      await call(priceList.edit, { id, ...said }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { error: { detail: { issues: [{ path: "endsAt" }] } } } });
    }
  });

  it("is for an existing group, which cannot be removed meanwhile", async () => {
    const { id: groupId } = await aGroup();
    const { id, name } = await aPriceList([], { groupIds: [groupId] });
    expect(await call(group.remove, { id: groupId })).toMatchObject({
      status: 409,
      body: { error: { code: "group.inUse", detail: { priceLists: [{ id, name }] } } },
    });
    await call(priceList.edit, { id, groupIds: null });
    expect((await call(group.remove, { id: groupId })).status).toBe(200);
    expect(await call(priceList.edit, { id, groupIds: [groupId] })).toMatchObject({
      status: 404,
      body: { error: { code: "group.unknown" } },
    });
  });

  // With 200 lines, 100 lists of 50,000 prices each would be read completely without the index that starts with the
  // variant. With so few rows, PostgreSQL may skip through the other index instead: it is removed, as the last thing here.
  it("uses the index on the variant", async () => {
    await db().execute(sql`drop index price_list_rows_list`);
    await db().execute(sql`analyze price_list_rows`);
    const plan = await db().execute<Record<string, string>>(sql`
      explain select from price_list_rows r where r.variant_id = 'var_1' and r.min_quantity <= 5`);
    expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(
      /price_list_rows_pkey[\s\S]*Index Cond: .*variant_id/,
    );
  });
});
