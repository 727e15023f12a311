/** Staff find a customer the way they find an order. */
import { beforeAll, describe, expect, it } from "vitest";
import * as customer from "#core/contract/customer";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { pagesOf } from "../support/given/catalogue.ts";
import { aCustomer, aGroup, someEmail } from "../support/given/customers.ts";
import { aKey } from "../support/given/given.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";
import { aVendor } from "../support/given/people.ts";
import { planOf } from "../support/plans.ts";

type Asked = Parameters<typeof call<typeof customer.list>>[1];
const found = (input: Asked) =>
  pagesOf((cursor) => call(customer.list, { ...input, limit: 1, ...(cursor && { cursor }) })).then((items) =>
    items.map(({ name }) => name),
  );

describe("customer.list", () => {
  let groupId: Awaited<ReturnType<typeof aGroup>>["id"];
  beforeAll(async () => {
    groupId = (await aGroup()).id;
    await aCustomer({ name: "Meera Iyer", email: "meera@shop.example", phone: "+919000012345", groupIds: [groupId] });
    await aCustomer({ name: "Jürgen Groß", email: "jg@firma.example", tags: ["press", "märz"] });
    await aCustomer({ name: "Meera_% Nair", email: "nair@shop.example" });
    for (const name of ["Little", "Much"]) {
      const email = someEmail();
      for (let nth = name === "Much" ? 0 : 1; nth < 2; nth++) await anOrder({ email, name, paid: true });
    }
  });

  it.each<[string, Asked, string[]]>([
    ["a whole email address, in whatever letters", { q: "MEERA@shop.example" }, ["Meera Iyer"]],
    ["part of an email address", { q: "firma.ex" }, ["Jürgen Groß"]],
    ["words of a name in any order", { q: "iyer meera" }, ["Meera Iyer"]],
    ["a name in other letters", { q: "JÜRGEN" }, ["Jürgen Groß"]],
    ["how a short word begins", { q: "na" }, ["Meera_% Nair"]],
    ["signs as they stand", { q: "Meera_%" }, ["Meera_% Nair"]],
    ["any part of a phone number", { q: "0001 2345" }, ["Meera Iyer"]],
    ["a phone number with the 0 that one leaves out abroad", { q: "+91 (0) 90000–12345" }, ["Meera Iyer"]],
    ["a phone number as one dials it", { q: "09000012345" }, ["Meera Iyer"]],
    ["a tag", { tag: "press" }, ["Jürgen Groß"]],
    ["a tag with its mark as a character", { tag: "ma\u0308rz" }, ["Jürgen Groß"]],
    ["a tag, in whatever letters", { tag: "MÄRZ" }, ["Jürgen Groß"]],
    ["a tag that is a beginning of another", { tag: "pres" }, []],
    ["what they spent", { spentFromMinor: 5000 }, ["Much"]],
    ["what they spent at most, of those who ordered", { spentToMinor: 5000, sort: "lastOrder" }, ["Little"]],
    ["the order of what they spent", { spentFromMinor: 1, sort: "spent" }, ["Much", "Little"]],
    ["their last order, the newest first", { sort: "lastOrder" }, ["Much", "Little"]],
    ["not before anybody ordered", { lastOrderTo: "2020-01-01T00:00:00Z" }, []],
    ["when they last ordered", { lastOrderFrom: "2020-01-01T00:00:00Z" }, ["Much", "Little"]],
    ["not since a day that is still to come", { lastOrderFrom: "2999-01-01T00:00:00Z" }, []],
  ])("finds by %s", async (_, input, names) => {
    expect(await found(input)).toEqual(names);
  });

  it("filters by group, and lists all, newest first, page by page", async () => {
    expect(await found({ groupId })).toEqual(["Meera Iyer"]);
    expect(await found({})).toEqual(["Much", "Little", "Meera_% Nair", "Jürgen Groß", "Meera Iyer"]);
  });

  it("leads to a customer's orders", async () => {
    const { items } = (await call(customer.list, { q: "Much" })).body;
    const orders = (await call(order.list, { customerId: items[0]!.id })).body.items;
    expect(orders.map(({ contact }) => contact?.name)).toEqual(["Much", "Much"]);
  });

  // The whole list was answered with 500.
  it("shows what mistyped amounts add up to as the largest safe integer", async () => {
    const { id } = await aCustomer();
    const spent = (minor: string, who = id) =>
      db().execute(sql`update customers set spent_minor = ${minor} where id = ${who}`);
    await spent("9007199254740993");
    const shown = { id, spent: { amountMinor: Number.MAX_SAFE_INTEGER } };
    expect((await call(customer.list, { sort: "spent", limit: 1 })).body.items).toMatchObject([shown]);
    expect((await call(customer.read, { id })).body).toMatchObject(shown);
    expect(await found({ sort: "spent", spentFromMinor: 1 })).toEqual(["Asha Rao", "Much", "Little"]);

    // A page that ended with one of them left out the others.
    const other = (await aCustomer({ name: "More" })).id;
    await spent("9007199254740995", other);
    expect(await found({ sort: "spent", spentFromMinor: 1 })).toEqual(["More", "Asha Rao", "Much", "Little"]);
    await spent("0");
    await spent("0", other);
  });

  // Beside the address such a capital stayed one, and was not found even as it stands.
  it.each(["Émile Øst", "Иван Петров", "Δούκα Ρένα", "İbrahim Çelik"])("finds %s in whatever letters", async (name) => {
    await aCustomer({ name });
    for (const q of [name, name.toLocaleLowerCase("tr"), name.toUpperCase()])
      expect(await found({ q })).toEqual([name]);
  });

  it("is closed to vendor logins and to those without the right", async () => {
    const { status } = await call(customer.list, {}, { as: await aKey({ role: "vendor", vendorId: await aVendor() }) });
    expect(status).toBe(403);
  });
});

describe("customer.edit", () => {
  it("records when someone accepted or declined marketing, but not again for the same answer", async () => {
    const { id } = await aCustomer();
    const says = async (acceptsMarketing: boolean) =>
      (await call(customer.edit, { id, acceptsMarketing })).body.marketing;
    const yes = await says(true);
    expect(yes).toMatchObject({ accepts: true, at: expect.any(String) });
    expect(await says(true)).toEqual(yes);
    const no = await says(false);
    expect(no.accepts).toBe(false);
    expect(no.at! >= yes.at!).toBe(true);
  });

  // It was not recorded, and a file that said otherwise made them consent.
  it("records that someone declined who had said nothing yet", async () => {
    const { id, marketing: saidNothing } = await aCustomer();
    expect(saidNothing).toEqual({ accepts: false, at: null });
    const { marketing } = (await call(customer.edit, { id, acceptsMarketing: false })).body;
    expect(marketing).toMatchObject({ accepts: false, at: expect.any(String) });
    expect((await call(customer.edit, { id, acceptsMarketing: false })).body.marketing).toEqual(marketing);
  });

  it("keeps exactly one address as the default, whichever is marked", async () => {
    const address = { line1: "1 A", city: "Pune", postalCode: "411001", country: "IN" } as const;
    const { id } = await aCustomer({ addresses: [address, { ...address, line1: "2 B" }] });
    const defaults = async () => (await call(customer.read, { id })).body.addresses.map(({ isDefault }) => isDefault);
    expect(await defaults()).toEqual([true, false]);
    const both = [{ ...address }, { ...address, line1: "2 B", isDefault: true }];
    await call(customer.edit, { id, addresses: both });
    expect(await defaults()).toEqual([false, true]);
  });

  it("refuses an email address that another customer has, even a merged one, and changes nothing", async () => {
    const [one, two, three] = [await aCustomer(), await aCustomer(), await aCustomer()];
    await call(customer.merge, { id: three.id, otherId: two.id });
    await nothingChanged(async () => {
      for (const other of [two, three]) {
        const email = ` ${other.email!.toUpperCase()} `;
        const taken = { status: 409, body: { error: { code: "customer.emailTaken" } } };
        expect(await call(customer.edit, { id: one.id, email })).toMatchObject(taken);
        expect(await call(customer.create, { name: "Again", email })).toMatchObject(taken);
      }
    });
  });

  // Whoever was taken out of a group would go on buying at its prices.
  it("puts someone into exactly these groups, and records which they were in", async () => {
    const [one, two] = [await aGroup(), await aGroup()];
    const { id } = await aCustomer({ groupIds: [one.id] });
    const { groups } = (await call(customer.edit, { id, groupIds: [two.id] })).body;
    expect(groups.map((group) => group.id)).toEqual([two.id]);
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      ...{ action: "customer.edit", before: { groupIds: [one.id] }, after: { groupIds: [two.id] } },
    });
  });

  it("refuses an unknown group", async () => {
    const { id } = await aCustomer();
    const groupIds = ["grp_00000000000000000000000000"] as const;
    expect(await call(customer.edit, { id, groupIds: [...groupIds] })).toMatchObject({
      status: 404,
      body: { error: { code: "group.unknown" } },
    });
  });

  it("leads from a merged customer to the remaining one", async () => {
    const [kept, gone] = [await aCustomer(), await aCustomer()];
    await call(customer.merge, { id: kept.id, otherId: gone.id });
    expect(await call(customer.edit, { id: gone.id, name: "Nobody" })).toMatchObject({
      status: 409,
      body: { error: { code: "customer.merged", detail: { customerId: kept.id } } },
    });
  });
});

// A rare tag was otherwise looked for in each customer.
it("a tag is found through its index among many customers", async () => {
  await db().execute(sql`
    insert into customers (id, email, name, created_at, updated_at)
    select 'cus_' || lpad(nth::text, 26, '0'), nth || '@many.example', 'One of many', now(), now() from generate_series(1, 1000) as nth`);
  await db().execute(sql`analyze customers`);
  const plan = await planOf(() => call(customer.list, { tag: "press" }), "in_lower_case");
  expect(plan).toMatch(/on customers_tags_lower .*\n.*Index Cond: /);
});
