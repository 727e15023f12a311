/** An address in a country without postal codes. Staff and shoppers would have to invent one, and parcels would show it. */
import { describe, expect, it } from "vitest";
import * as customer from "#core/contract/customer";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { eventDataIn, scopeOfOrder } from "#core/message/template/scope-of-order";
import { storeSettings } from "#core/store/settings";
import { call } from "../support/call.ts";
import { anUploadedImport, csv, startedImport } from "../support/given/imports.ts";
import { anOrder, somebody } from "../support/given/orders.ts";

const { postalCode, ...pune } = somebody.address;
const dubai = { line1: "Burj Plaza", city: "Dubai", country: "AE" };

describe("an order", () => {
  it("to such a country needs no postal code, and to any other does", async () => {
    const { id } = await anOrder({ address: dubai });
    expect((await call(order.read, { id })).body.address).toEqual(dubai);
    const refused = await call(order.editDetails, { id, address: pune });
    const issues = [{ path: "address.postalCode", message: "needed when country is IN" }];
    expect(refused).toMatchObject({ status: 400, body: { error: { code: "request.invalid", detail: { issues } } } });
    const moved = await call(order.editDetails, { id, address: { ...pune, postalCode } });
    expect(moved).toMatchObject({ status: 200, body: { address: { postalCode } } });
  });

  it("is shown in a message without a gap", async () => {
    const { id } = await anOrder({ address: dubai });
    const { body } = await call(order.read, { id });
    const { address } = scopeOfOrder(eventDataIn(body), await storeSettings(db()), new Map()).order;
    expect(address.map(({ text }) => text)).toEqual(["Asha Rao", "Burj Plaza", "Dubai", "United Arab Emirates"]);
  });

  it("of an erased customer still has none", async () => {
    const { id, customerId } = await anOrder({ email: "gone@example.com", address: dubai });
    await call(order.cancel, { id, reason: "Changed their mind" });
    expect(await call(customer.erase, { id: customerId! })).toMatchObject({ status: 200 });
    expect((await call(order.read, { id })).body.address).toEqual({ line1: "Erased", city: "Erased", country: "AE" });
  });
});

it("a customer's address from a file has none, whether its cell is empty or a dash", async () => {
  const columns = ["email", "name", "address 1", "city", "postal code", "country"];
  const rows = ["", "-"].map((cell, nth) => [`hk${nth}@example.com`, "Mei", "1 Queen's Road", "Hong Kong", cell, "HK"]);
  const id = await anUploadedImport("customers", csv(columns, ...rows));
  expect(await startedImport(id)).toMatchObject({ counts: { created: 2 } });
  const { items } = (await call(customer.list, { q: "Mei" })).body;
  for (const { id } of items) {
    const [address] = (await call(customer.read, { id })).body.addresses;
    expect(address).toEqual({ line1: "1 Queen's Road", city: "Hong Kong", country: "HK", isDefault: true });
  }
  expect(items).toHaveLength(2);
});
