import { describe, expect, it } from "vitest";
import * as contract from "#core/contract/store";
import * as vendor from "#core/contract/vendor";
import { db } from "#core/db/client";
import { storeSettings } from "#core/store/settings";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { aKey } from "../support/given/given.ts";
import { anOrder } from "../support/given/orders.ts";

describe("store.edit", () => {
  it("changes the given fields, keeps the rest, and records the changes", async () => {
    const before = (await call(contract.read, {}, { as: await aKey({ role: "staff" }) })).body;
    expect(before).toMatchObject({ currency: "INR", unpaidWindowMinutes: 1440, retentionDays: 30 });
    const answer = await call(contract.edit, { name: "Corner shop", timeZone: "Asia/Kolkata", taxesInclusive: false });
    expect(answer).toMatchObject({
      status: 200,
      body: { ...before, name: "Corner shop", timeZone: "Asia/Kolkata", taxesInclusive: false },
    });
    expect(await storeSettings(db())).toMatchObject({ name: "Corner shop", taxesInclusive: false });
    expect((await entriesAbout("store")).at(-1)).toMatchObject({
      action: "store.edit",
      subjectType: "store",
      before: { name: before.name, timeZone: "UTC", taxesInclusive: true },
      after: { name: "Corner shop", timeZone: "Asia/Kolkata", taxesInclusive: false },
    });
  });

  // Once dismissed, it does not come back the next morning, on any device.
  it("hides the setup checklist, and shows it again", async () => {
    expect((await call(contract.read, {})).body).toMatchObject({ showsSetup: true });
    for (const showsSetup of [false, true]) {
      expect(await call(contract.edit, { showsSetup })).toMatchObject({ status: 200, body: { showsSetup } });
      expect((await call(contract.read, {})).body).toMatchObject({ showsSetup });
    }
  });

  it.each([
    [{ timeZone: "Mars/Olympus" }, "timeZone"],
    // East of Greenwich for Node, west of it for PostgreSQL: a report's days would be eleven hours off.
    [{ timeZone: "+05:30" }, "timeZone"],
    // India for Node and Israel for PostgreSQL; without summer time in PostgreSQL; and unknown to it, so that every
    // report is a fault.
    [{ timeZone: "IST" }, "timeZone"],
    [{ timeZone: "CET" }, "timeZone"],
    [{ timeZone: "AET" }, "timeZone"],
    // Node knows both; PostgreSQL has not heard of the first, and reads the second as a rule with a summer time.
    [{ timeZone: "US/Pacific-New" }, "timeZone"],
    [{ timeZone: "SystemV/PST8PDT" }, "timeZone"],
    [{ currency: "rupees" }, "currency"],
    [{ unpaidWindowMinutes: 0 }, "unpaidWindowMinutes"],
    [{ retentionDays: 1e12 }, "retentionDays"],
    // Carts are removed after 90 days: nobody was reminded of theirs.
    [{ cartAbandonedHours: contract.cartAbandonedHoursMax + 1 }, "cartAbandonedHours"],
    [{ name: "  " }, "name"],
  ])("refuses %j, and changes nothing", async (input, path) => {
    const before = (await call(contract.read, {})).body;
    expect(await call(contract.edit, input)).toMatchObject({
      status: 400,
      body: { error: { detail: { issues: [{ path }] } } },
    });
    expect((await call(contract.read, {})).body).toEqual(before);
  });

  // Amounts are plain numbers in one currency: with another one, every past order would have a different value.
  it("changes the currency until the first order, and never after", async () => {
    expect(await call(contract.edit, { currency: "EUR" })).toMatchObject({ status: 200, body: { currency: "EUR" } });
    await anOrder();
    const before = (await call(contract.read, {})).body;
    expect(await call(contract.edit, { currency: "USD", name: "Moved" })).toMatchObject({
      status: 409,
      body: { error: { code: "store.currencyInUse" } },
    });
    expect((await call(contract.read, {})).body).toEqual(before);
    expect(await call(contract.edit, { currency: "EUR", name: "Same" })).toMatchObject({ status: 200 });
  });

  // Each sends one field: reading, then writing the whole row would lose one of the two.
  it("keeps both of two edits at once", async () => {
    await Promise.all([call(contract.edit, { lowStockThreshold: 77 }), call(contract.edit, { retentionDays: 88 })]);
    expect((await call(contract.read, {})).body).toMatchObject({ lowStockThreshold: 77, retentionDays: 88 });
  });
});

describe("vendors", () => {
  it("are added, listed newest first, edited, and each change is recorded", async () => {
    const first = (await call(vendor.create, { name: "Loom", email: "Loom@Sellers.test" })).body;
    const second = (await call(vendor.create, { name: "Kiln" })).body;
    expect(first).toMatchObject({ name: "Loom", email: "loom@sellers.test", active: true });
    const page = await call(vendor.list, { limit: 1 });
    expect(page.body.items).toEqual([second]);
    expect((await call(vendor.list, { limit: 1, cursor: page.body.nextCursor! })).body).toEqual({
      items: [first],
      nextCursor: null,
    });

    expect(await call(vendor.edit, { id: first.id, email: null, active: false })).toMatchObject({
      body: { name: "Loom", email: null, active: false },
    });
    expect((await call(vendor.list, { active: true })).body.items).toEqual([second]);
    expect((await entriesAbout(first.id)).map(({ action, before, after }) => [action, before, after])).toEqual([
      ["vendor.create", null, { name: "Loom", email: "loom@sellers.test" }],
      ["vendor.edit", { email: "loom@sellers.test", active: true }, { email: null, active: false }],
    ]);
    expect(await call(vendor.edit, { id: "ven_00000000000000000000000000", name: "x" })).toMatchObject({
      status: 404,
      body: { error: { code: "vendor.unknown" } },
    });
  });
});
