import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as discount from "#core/contract/discount";
import * as order from "#core/contract/order";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { returnDiscountUse, useDiscount } from "#core/discount/use-discount";
import { entriesAbout } from "../support/audit.ts";
import { call, ownersKey } from "../support/call.ts";
import { aFilledCart } from "../support/given/carts.ts";
import { aDiscount, pagesOf, some } from "../support/given/catalogue.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";

const use = (code: string, subtotalMinor = 10_000) =>
  inChange(system("test"), (change) => useDiscount(change, code, subtotalMinor, null));
const used = async (id: discount.Discount["id"]) => (await call(discount.read, { id })).body.used;
const [yesterday, tomorrow] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());

describe("discounts", () => {
  it.each([
    ["a percentage", { kind: "percentage" as const, basisPoints: 1500 }, { basisPoints: 1500, amount: null }],
    [
      "an amount",
      { kind: "fixed" as const, amountMinor: 500 },
      { basisPoints: null, amount: { amountMinor: 500, currency: "INR" } },
    ],
    ["free shipping", { kind: "freeShipping" as const }, { basisPoints: null, amount: null }],
  ])("are made of %s, and read again", async (_, said, shown) => {
    const made = await call(discount.create, { code: some("NEW"), minimumMinor: 100, ...said });
    expect(made).toMatchObject({
      status: 201,
      body: { ...shown, used: 0, active: true, minimum: { amountMinor: 100 } },
    });
    expect((await call(discount.read, { id: made.body.id })).body).toEqual(made.body);
    expect(await entriesAbout(made.body.id)).toMatchObject([{ action: "discount.create" }]);
  });

  it.each([
    ["a percentage without one", { kind: "percentage" as const }],
    ["a percentage above the whole", { kind: "percentage" as const, basisPoints: 10_001 }],
    ["a percentage with an amount", { kind: "percentage" as const, basisPoints: 1, amountMinor: 1 }],
    ["an amount of nothing", { kind: "fixed" as const, amountMinor: 0 }],
    ["free shipping with a percentage", { kind: "freeShipping" as const, basisPoints: 1 }],
    ["an end before the beginning", { kind: "freeShipping" as const, startsAt: tomorrow!, endsAt: yesterday! }],
    ["a code with a space", { kind: "freeShipping" as const, code: "A B" }],
  ])("refuse %s", async (_, said) => {
    await ownersKey();
    await nothingChanged(async () => {
      expect(await call(discount.create, { code: some("NO"), ...said })).toMatchObject({ status: 400 });
    });
  });

  it("allow a code once, whatever its case, until it is removed", async () => {
    const { id, code } = await aDiscount();
    const again = { code: code.toUpperCase(), kind: "freeShipping" as const };
    expect(await call(discount.create, again)).toMatchObject({
      status: 409,
      body: { error: { code: "discount.codeTaken", detail: { code: again.code } } },
    });
    expect((await call(discount.remove, { id })).body).toEqual({ archived: false });
    expect(await call(discount.create, again)).toMatchObject({ status: 201 });
  });

  it("are edited within their kind, and record the previous values", async () => {
    const { id } = await aDiscount({ basisPoints: 1000 });
    const { body } = await call(discount.edit, { id, basisPoints: 2000, endsAt: tomorrow! });
    expect(body).toMatchObject({ basisPoints: 2000, endsAt: tomorrow });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      before: { basisPoints: 1000 },
      after: { basisPoints: 2000 },
    });
    expect(await call(discount.edit, { id, amountMinor: 1 })).toMatchObject({ status: 400 });
  });

  it("are archived if an order has them: the order keeps its terms, the code is free again", async () => {
    const { id, code } = await aDiscount();
    await anOrder({ discountCode: code });
    expect((await call(discount.remove, { id })).body).toEqual({ archived: true });
    expect((await call(discount.read, { id })).body).toMatchObject({
      active: false,
      archivedAt: expect.any(String),
      used: 1,
    });
    await expect(use(code)).rejects.toMatchObject({ code: "discount.unknown" });
    await aDiscount({ code });
    const listed = async (archived: boolean) => (await call(discount.list, { q: code, archived })).body.items;
    expect((await listed(true)).map((one) => one.id)).toContain(id);
    expect((await listed(false)).map((one) => one.id)).not.toContain(id);
  });

  it("are listed newest first, page by page, by code and by whether they are active", async () => {
    const word = some("LIST");
    await aDiscount({ code: `${word}.1` });
    await aDiscount({ code: `${word}.2`, active: false });
    const items = await pagesOf((cursor) => call(discount.list, { q: word, limit: 1, ...(cursor && { cursor }) }));
    expect(items.map(({ code }) => code)).toEqual([`${word}.2`, `${word}.1`]);
    expect((await call(discount.list, { q: word, active: true })).body.items).toHaveLength(1);
    expect((await call(discount.list, { limit: 2 })).body.items).toEqual(items);
  });
});

it("accepts a code in a script with combining marks", async () => {
  const code = "दिवाली-२०२६";
  expect(await call(discount.create, { code, kind: "freeShipping" })).toMatchObject({ status: 201, body: { code } });
});

// Keyboards and copied texts differ in this, and nobody sees it.
it.each(["NFC", "NFD"])("knows a code whose letters have their marks in the other form than %s", async (form) => {
  const { id, code } = await aDiscount({ code: some("CAFÉ-बड़ी").normalize(form) });
  const typed = code.normalize(form === "NFC" ? "NFD" : "NFC");
  expect(await call(discount.create, { code: typed, kind: "freeShipping" })).toMatchObject({
    body: { error: { code: "discount.codeTaken" } },
  });
  const { cart: filled } = await aFilledCart({ contact: { discountCode: typed.toLowerCase() } });
  expect(filled.discountProblem).toBeNull();
  const { id: orderId } = await anOrder({ discountCode: typed });
  // An order keeps the agreed terms of its code.
  await call(discount.edit, { id, active: false });
  for (const said of ["NFC", "NFD"] as const) {
    expect((await call(order.editLines, { id: orderId, discountCode: code.normalize(said) })).status).toBe(200);
  }
  await call(discount.edit, { id, active: true });
  expect(await used(id)).toBe(1);
  // Stored before codes had one form.
  await db().execute(sql`update discounts set code = normalize(code, NFD) where id = ${id}`);
  for (const said of ["NFC", "NFD"]) await use(code.normalize(said));
  expect(await used(id)).toBe(3);
});

describe("useDiscount", () => {
  it("counts a use and returns the terms, whatever the code's case", async () => {
    const { id, code } = await aDiscount({ basisPoints: 1000, minimumMinor: 10_000 });
    expect(await use(code.toLowerCase())).toEqual({ id, code, kind: "percentage", value: 1000, minimumMinor: 10_000 });
    expect(await used(id)).toBe(1);
  });

  it.each([
    ["that nobody made", {}, "discount.unknown"],
    ["that is switched off", { active: false }, "discount.over"],
    ["before its time", { startsAt: tomorrow! }, "discount.notYet"],
    ["after its time", { endsAt: yesterday! }, "discount.over"],
    ["below its minimum", { minimumMinor: 10_001 }, "discount.minimum"],
  ])("refuses a code %s, and counts nothing", async (_, said, code) => {
    const made = await aDiscount(said);
    await nothingChanged(async () => {
      await expect(use(code === "discount.unknown" ? some("NONE") : made.code)).rejects.toMatchObject({ code });
    });
  });

  it("accepts a code within its time", async () => {
    const { id, code } = await aDiscount({ startsAt: yesterday!, endsAt: tomorrow! });
    await use(code);
    expect(await used(id)).toBe(1);
  });

  // A counter with a limit must be a guarded update, or everyone who asks at once gets the last use.
  it("allows exactly as many uses as its limit, even with many requests at once", async () => {
    const { id, code } = await aDiscount({ usageLimit: 3 });
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => use(code)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    for (const answer of answers) {
      if (answer.status === "rejected") expect(answer.reason).toMatchObject({ code: "discount.usedUp" });
    }
    expect(await used(id)).toBe(3);
  });

  it("gives a use back, but never more than were counted", async () => {
    const { id, code } = await aDiscount({ usageLimit: 1 });
    await use(code);
    await inChange(system("test"), (change) => returnDiscountUse(change, id));
    await inChange(system("test"), (change) => returnDiscountUse(change, id));
    expect(await used(id)).toBe(0);
    await use(code);
  });

  it("refuses a limit below the number of uses", async () => {
    const { id, code } = await aDiscount();
    await use(code);
    await use(code);
    expect(await call(discount.edit, { id, usageLimit: 1 })).toMatchObject({
      status: 409,
      body: { error: { code: "discount.limitBelowUses", detail: { usageLimit: 1, used: 2 } } },
    });
    expect(await call(discount.edit, { id, usageLimit: 2 })).toMatchObject({ status: 200 });
    expect(await call(discount.edit, { id, usageLimit: null })).toMatchObject({ status: 200 });
  });
});
