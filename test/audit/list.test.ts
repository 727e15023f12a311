import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { system } from "#core/actor";
import { audit as audited } from "#core/audit/record";
import { namesOf, subjectsCalled } from "#core/audit/subject-names";
import * as audit from "#core/contract/audit";
import * as customer from "#core/contract/customer";
import * as product from "#core/contract/product";
import * as session from "#core/contract/session";
import * as store from "#core/contract/store";
import type { Right } from "#core/contract/values/rights";
import * as variant from "#core/contract/variant";
import * as vendor from "#core/contract/vendor";
import * as webhook from "#core/contract/webhook";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { codeOf } from "#core/db/error";
import { newId } from "#core/id";
import { call } from "../support/call.ts";
import { pagesOf } from "../support/given/catalogue.ts";
import { aKey } from "../support/given/given.ts";
import { anOrder } from "../support/given/orders.ts";
import { aSignedIn } from "../support/given/people.ts";
import { aVariantInStock } from "../support/given/stock.ts";
import { planOf } from "../support/plans.ts";

describe("audit.list", () => {
  it("lists who did what, newest first, with the values before and after", async () => {
    const { headers, id } = await aSignedIn();
    const { body: made } = await call(vendor.create, { name: "Loom" }, { headers });
    await call(vendor.edit, { id: made.id, name: "Loom & Co" }, { headers });
    const { body } = await call(audit.list, { subjectId: made.id });
    expect(body.items).toMatchObject([
      {
        action: "vendor.edit",
        actor: { kind: "staff", id, name: "The owner", role: "owner" },
        subject: { type: "vendor", id: made.id },
        before: { name: "Loom" },
        after: { name: "Loom & Co" },
      },
      { action: "vendor.create", before: null, after: { name: "Loom", email: null } },
    ]);
    expect(body.items[0]!.changeId).not.toBe(body.items[1]!.changeId);
  });

  // Someone who asks "who changed the price of the mug" knows its SKU, not its id.
  it("shows a record's name, and finds entries by it: a SKU, an order's number, part of a name", async () => {
    const { headers } = await aSignedIn();
    const { body: made } = await call(vendor.create, { name: "Weavers of Bhuj" }, { headers });
    const place = await aVariantInStock(5);
    const sold = await anOrder({ lines: [{ place, quantity: 1 }] });
    const { sku } = (await call(variant.read, { id: place.variantId })).body;
    await call(variant.edit, { id: place.variantId, priceMinor: 777 }, { headers });
    for (const [q, type, id, name] of [
      ["of bhuj", "vendor", made.id, "Weavers of Bhuj"],
      [sold.number.toLowerCase(), "order", sold.id, sold.number],
      [sold.number.slice(3), "order", sold.id, sold.number],
      [sku.toLowerCase(), "variant", place.variantId, sku],
      [made.id, "vendor", made.id, "Weavers of Bhuj"],
    ] as const) {
      const { items } = (await call(audit.list, { q })).body;
      expect(items.length, q).toBeGreaterThan(0);
      for (const { subject } of items) expect(subject, q).toEqual({ type, id, name });
    }
    expect((await call(audit.list, { q: "no such thing" })).body.items).toEqual([]);
  });

  // The right to read the audit is not the right to read who the customers are.
  it("names customers only to those who may read customers", async () => {
    const { body: made } = await call(customer.create, { name: "Farida Contractor", email: "farida@example.com" });
    const by = (...held: Right[]) => ({ ...system("test"), rights: new Set(held) });
    const subject = { type: "customer", id: made.id };
    expect([...(await namesOf(by("audit.read"), [subject])).values()]).toEqual([]);
    expect([...(await namesOf(by("audit.read", "customers.read"), [subject])).values()]).toEqual(["Farida Contractor"]);
    expect(await subjectsCalled(by("audit.read"), "Farida")).not.toContain(made.id);
    expect(await subjectsCalled(by("audit.read", "customers.read"), "Farida")).toContain(made.id);
  });

  it("filters by actor, action, subject type and time, and by all of them together", async () => {
    const { headers, id } = await aSignedIn();
    const { body: made } = await call(vendor.create, { name: "Kiln" }, { headers });
    await call(store.edit, { name: "Shop" }, { headers });
    const actions = async (asked: Parameters<typeof call<typeof audit.list>>[1]) =>
      (await call(audit.list, asked)).body.items.map(({ action }) => action);
    expect(await actions({ actor: id })).toEqual(["store.edit", "vendor.create", "session.signIn"]);
    expect(await actions({ actor: id, action: "vendor.create" })).toEqual(["vendor.create"]);
    expect(await actions({ actor: id, subjectType: "store" })).toEqual(["store.edit"]);
    const { at } = (await call(audit.list, { actor: id, subjectId: made.id })).body.items[0]!;
    const later = new Date(Date.parse(at) + 1).toISOString();
    expect(await actions({ actor: id, from: at })).toContain("vendor.create");
    expect(await actions({ actor: id, from: later })).not.toContain("vendor.create");
    expect(await actions({ actor: id, from: at, to: later })).toContain("vendor.create");
    expect(await actions({ actor: id, to: at })).not.toContain("vendor.create");
    expect(await actions({ actor: id, from: "1970-01-01T00:00:00Z", to: "1970-01-02T00:00:00Z" })).toEqual([]);
    expect(await actions({ actor: id, from: "9999-12-31T23:59:59Z" })).toEqual([]);
    expect(await actions({ actor: "stf_nobody" })).toEqual([]);
  });

  // A machine often starts with its clock hours ahead, until the network tells it the time.
  it("finds by time what was done after the clock was put back", async () => {
    const { headers } = await aSignedIn();
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 3_600_000 });
    await call(vendor.create, { name: "Made too early" }, { headers });
    vi.useRealTimers();
    const { body: made } = await call(vendor.create, { name: "Made in time" }, { headers });
    const [from, to] = [-1, 1].map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString());
    const { items } = (await call(audit.list, { subjectId: made.id, from, to })).body;
    expect(items).toMatchObject([{ action: "vendor.create" }]);
  });

  // Along the trail itself, everything would be read for it. Of few actions and few people PostgreSQL prefers that.
  describe("finds by an index of its own, even what never happened:", () => {
    const actor = newId("staff");
    beforeAll(async () => {
      await db().$client`
        insert into audit (id, change_id, at, actor_kind, actor_id, actor_name, action, subject_type)
        select id_from('aud', now()) || lpad(n::text, 16, '0'), 'chg_1', now(), 'staff', 'stf_' || n % 2, 'test',
          (array['order.create', 'order.cancel'])[n / 2 % 2 + 1], 'order' from generate_series(1, 4000) n`;
      await db().$client`analyze audit`;
    });
    it.each([
      ["a person's actions of one kind", { actor, action: "order.cancel" }, "actor_action .*actor_id <= .*action <= "],
      ["a person's actions", { actor }, "actor .*actor_id <= "],
      ["actions of one kind", { action: "role.remove" }, "action .*action <= "],
      ["what was done to one kind of record", { subjectType: "role" }, "subject_type .*subject_type <= "],
      ["what the static token did", { actor: "token" }, "unnamed .*actor_kind = "],
      ["what was done since", { from: "2100-01-01T00:00:00Z" }, "pkey .*\\(id >= "],
      ["what was done until then", { to: "2020-01-01T00:00:00Z" }, "pkey .*\\(id < "],
    ] as const)("%s", async (_, asked, index) => {
      const plan = await planOf(() => call(audit.list, asked), 'from "audit"', { inOrder: true });
      expect(plan.replaceAll("\n", " ")).toMatch(new RegExp(`using audit_${index}`));
    });
  });

  // Neither has an id to search for, and these are the first entries that people look for after a break-in.
  it("finds what the static token did, and who failed to sign in", async () => {
    process.env["ADMIN_TOKEN"] = "token-of-the-operators-own";
    onTestFinished(() => void delete process.env["ADMIN_TOKEN"]);
    const url = "https://receiver.test/hook";
    await call(webhook.createEndpoint, { url, events: ["order.paid"] }, { as: "token-of-the-operators-own" });
    await call(session.signIn, { email: "nobody@store.test", password: "a guess" }, { as: null });
    const actions = async (actor: string) => (await call(audit.list, { actor })).body.items.map(({ action }) => action);
    expect(await actions("token")).toEqual(["webhook.createEndpoint"]);
    expect(await actions("anyone")).toEqual(["session.signInFailed"]);
  });

  it("lists everything once, page by page, while more is written", async () => {
    const { headers, id } = await aSignedIn();
    for (let n = 0; n < 7; n++) await call(vendor.create, { name: `Vendor ${n}` }, { headers });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await call(audit.list, { actor: id, limit: 3, ...(cursor && { cursor }) });
      seen.push(...body.items.map((item) => item.id));
      cursor = body.nextCursor ?? undefined;
      await call(vendor.create, { name: "Meanwhile" }, { headers });
    } while (cursor);
    expect(seen).toHaveLength(8);
    expect(seen).toEqual([...new Set(seen)].toSorted().reverse());
  });

  // Lambda's responses are limited to 6 MB: the history of a product with 200 variants would be a 500 from then on.
  it("ends a page early if its entries are long, and leaves none out", async () => {
    const subject = newId("product");
    for (let n = 0; n < 9; n++) {
      await inChange(system("test"), async (change) =>
        audited(change, "product.edit", subject, { before: { n }, after: { description: "é".repeat(500_000) } }),
      );
    }
    for (const page of [
      (cursor?: string) => call(audit.list, { subjectId: subject, limit: 200, ...(cursor && { cursor }) }),
      (cursor?: string) => call(product.history, { id: subject, limit: 200, ...(cursor && { cursor }) }),
    ]) {
      const sizes: number[] = [];
      const items = await pagesOf(async (cursor) => {
        const answer = await page(cursor);
        sizes.push(Buffer.byteLength(JSON.stringify(answer.body)));
        return answer;
      });
      expect(items.map(({ before }) => before!["n"])).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
      expect(Math.max(...sizes)).toBeLessThan(5_000_000);
    }
  });

  // An entry longer than a page must not end the list.
  it("shows a single entry however long it is", async () => {
    const subject = newId("product");
    await inChange(system("test"), async (change) =>
      audited(change, "product.edit", subject, { after: { description: "x".repeat(4_500_000) } }),
    );
    const { body } = await call(audit.list, { subjectId: subject });
    expect([body.items.length, body.nextCursor]).toEqual([1, null]);
  });

  it("is closed to those without audit.read", async () => {
    expect(await call(audit.list, {}, { as: await aKey({ role: "staff" }) })).toMatchObject({
      status: 403,
      body: { error: { code: "right.missing", detail: { right: "audit.read" } } },
    });
  });
});

describe("the audit", () => {
  // Someone who reaches the database through the program must not be able to rewrite what they did.
  it.each(["update audit set actor_name = 'nobody'", "delete from audit", "truncate audit"])(
    "refuses: %s",
    async (statement) => {
      await call(vendor.create, { name: "A row to attack" });
      const before = await db().execute(sql`select * from audit order by id`);
      const attack = await db()
        .execute(sql.raw(statement))
        .then(
          () => "went through",
          (error: unknown) => codeOf(error),
        );
      expect(attack).toBe("23001");
      expect(await db().execute(sql`select * from audit order by id`)).toEqual(before);
    },
  );
});
