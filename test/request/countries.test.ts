import { describe, expect, it } from "vitest";
import { address } from "#core/contract/kit/fields";
import * as location from "#core/contract/location";
import * as order from "#core/contract/order";
import { countries } from "#core/contract/values/countries";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { anOrder, somebody } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

const somewhere = { line1: "1 Dock", city: "Pune", postalCode: "411001" };
const invalid = { status: 400, body: { error: { detail: { issues: [{ path: "address.country" }] } } } };

describe("a country", () => {
  // A parcel to a country that does not exist is noticed by the carrier, days later.
  it.each(["QJ", "XK", "EU", "UK", "ZZ", "AA", "in", "IND", "I", ""])("is not %j", async (country) => {
    const to = { ...somewhere, country };
    const { id } = await anOrder();
    const lines = [{ variantId: (await aVariantInStock(5)).variantId, quantity: 1 }];
    expect(await call(order.create, { ...somebody, address: to, lines })).toMatchObject(invalid);
    expect(await call(order.editDetails, { id, address: to })).toMatchObject(invalid);
    expect(await call(location.create, { code: "dock", name: "Dock", address: to })).toMatchObject(invalid);
  });

  it("is one of the 249 of ISO 3166-1, each with its own name", () => {
    expect(new Set(countries).size).toBe(249);
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    expect(new Set(countries.map((code) => names.of(code))).size).toBe(249);
    for (const country of countries) expect(address.safeParse({ ...somewhere, country }).success).toBe(true);
  });

  // An invalid country from before there was a list must not make the order unreadable.
  it("of an order is shown as it was once saved", async () => {
    const { id } = await anOrder();
    await db().execute(sql`update orders set address = address || '{"country": "QJ"}' where id = ${id}`);
    expect((await call(order.read, { id })).body.address).toMatchObject({ country: "QJ" });
    expect((await call(order.list, { limit: 200 })).status).toBe(200);
  });
});
