import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import * as location from "#core/contract/location";
import * as stock from "#core/contract/stock";
import { type Change, inChange } from "#core/db/change";
import { lockOpenLocations } from "#core/location/lock-location";
import { receiveStock } from "#core/stock/receive-stock";
import { entriesAbout } from "../support/audit.ts";
import { call, ownersKey } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aLocation, aVariant, pagesOf, some } from "../support/given/catalogue.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";
import { aVariantInStock, receives } from "../support/given/stock.ts";

const address = { line1: "1 Dock", city: "Pune", postalCode: "411001", country: "IN" };
const nowhere = `loc_${"0".repeat(26)}` as const;
const defaults = async () =>
  (await call(location.list, { limit: 200, archived: true })).body.items.filter(({ isDefault }) => isDefault);

const receivesWithin = (change: Change, id: Id<"variant">, locationId: Id<"location">) =>
  receiveStock(change, { id, locationId, quantity: 4 });

describe("locations", () => {
  it("make the first one the default, and hand it over when another becomes it", async () => {
    const first = await call(location.create, { code: "MAIN", name: "Main", address });
    expect(first).toMatchObject({ status: 201, body: { isDefault: true, active: true, priority: 100, address } });
    expect((await call(location.read, { id: first.body.id })).body).toEqual(first.body);
    const second = await call(location.create, { code: "SECOND", name: "Second", isDefault: true });
    expect(await defaults()).toMatchObject([{ id: second.body.id }]);
    expect((await entriesAbout(first.body.id)).at(-1)).toMatchObject({
      action: "location.create",
      before: { isDefault: true },
      after: { isDefault: false },
    });
  });

  it("have exactly one default, however many become it at once", async () => {
    const made = await Promise.all([1, 2, 3].map(() => aLocation()));
    await Promise.all(made.map(({ id }) => call(location.edit, { id, isDefault: true })));
    expect(await defaults()).toHaveLength(1);
  });

  it("are listed in the order in which orders take stock from them", async () => {
    const third = await aLocation({ priority: 7003 });
    const first = await aLocation({ priority: 7001 });
    const second = await aLocation({ priority: 7001 });
    const items = await pagesOf((cursor) => call(location.list, { limit: 1, ...(cursor && { cursor }) }));
    expect(items.slice(-3).map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
  });

  it("close when they are empty, and open again", async () => {
    const { id } = await aLocation();
    expect((await call(location.edit, { id, active: false })).body.active).toBe(false);
    const variantId = (await aVariant()).id;
    await expect(receives({ variantId, locationId: id }, 1)).rejects.toMatchObject({ code: "location.closed" });
    expect((await call(location.edit, { id, active: true })).body.active).toBe(true);
    expect((await entriesAbout(id)).at(-1)).toMatchObject({ before: { active: false }, after: { active: true } });
    await receives({ variantId, locationId: id }, 1);
  });

  it("refuse to close while they have stock or allocations, and say how much", async () => {
    const place = await aVariantInStock(5);
    await anOrder({ lines: [{ place, quantity: 2 }] });
    const id = place.locationId;
    const refused = {
      status: 409,
      body: { error: { code: "location.inUse", detail: { onHand: 5, reserved: 2, committed: 0 } } },
    };
    await nothingChanged(async () => {
      expect(await call(location.edit, { id, active: false })).toMatchObject(refused);
      expect(await call(location.remove, { id })).toMatchObject(refused);
    });
    expect(await call(location.edit, { id, name: "Renamed" })).toMatchObject({ status: 200 });
  });

  it("refuse to leave the store without an open default, and codes that are taken or ids that are unknown", async () => {
    await ownersKey();
    const other = await aLocation();
    const [usual] = await defaults();
    const id = usual!.id;
    const closed = await aLocation();
    await call(location.edit, { id: closed.id, active: false });
    await nothingChanged(async () => {
      for (const said of [{ active: false }, { isDefault: false }]) {
        expect(await call(location.edit, { id, ...said })).toMatchObject({
          status: 409,
          body: { error: { code: "location.default" } },
        });
      }
      expect(await call(location.remove, { id })).toMatchObject({ status: 409 });
      expect(await call(location.edit, { id: closed.id, isDefault: true })).toMatchObject({
        status: 409,
        body: { error: { code: "location.closed" } },
      });
      expect(await call(location.edit, { id: other.id, code: usual!.code })).toMatchObject({
        status: 409,
        body: { error: { code: "location.codeTaken" } },
      });
      expect(await call(location.create, { code: usual!.code, name: "X" })).toMatchObject({ status: 409 });
      expect(await call(location.edit, { id: nowhere, name: "X" })).toMatchObject({ status: 404 });
      expect(await call(location.remove, { id: nowhere })).toMatchObject({ status: 404 });
    });
  });

  it("are removed, or archived if they have ever had goods", async () => {
    const unused = await aLocation();
    expect((await call(location.remove, { id: unused.id })).body).toEqual({ archived: false });
    expect(await call(location.read, { id: unused.id })).toMatchObject({ status: 404 });
    await aLocation({ code: unused.code });

    const used = await aLocation();
    const place = { id: (await aVariant()).id, locationId: used.id };
    await receives({ variantId: place.id, locationId: used.id }, 1);
    await call(stock.count, { ...place, quantity: 0 });
    const removed = await call(location.remove, { id: used.id });
    expect(removed.body).toEqual({ archived: true });
    await nothingChanged(async () => {
      expect((await call(location.remove, { id: used.id })).body).toEqual({ archived: true });
      expect(await call(location.create, { code: used.code, name: "X" })).toMatchObject({
        status: 409,
        body: { error: { code: "location.codeTaken", detail: { code: used.code } } },
      });
    });
    expect((await call(location.read, { id: used.id })).body).toMatchObject({
      active: false,
      archivedAt: expect.any(String),
    });
    const listed = async (archived: boolean) =>
      (await call(location.list, { limit: 200, archived })).body.items.map(({ id }) => id);
    expect(await listed(false)).not.toContain(used.id);
    expect(await listed(true)).toContain(used.id);
    await expect(receives({ variantId: place.id, locationId: used.id }, 1)).rejects.toMatchObject({
      code: "location.closed",
    });
    expect((await call(location.edit, { id: used.id, active: true })).body).toMatchObject({
      active: true,
      archivedAt: null,
    });
    expect(await listed(false)).toContain(used.id);
  });

  // Goods received while the location closes would be where no one may take them from.
  it("wait with closing for goods that are just coming in, and then stay open", async () => {
    const { id } = await aLocation();
    const variantId = (await aVariant()).id;
    let closing: ReturnType<typeof call<typeof location.edit>> | undefined;
    await inChange(system("test"), async (change) => {
      await lockOpenLocations(change, [id]);
      closing ??= call(location.edit, { id, active: false });
      await untilSomebodyWaits();
      await receivesWithin(change, variantId, id);
    });
    expect(await closing).toMatchObject({
      status: 409,
      body: { error: { code: "location.inUse", detail: { onHand: 4 } } },
    });
  });

  // Stock moves all day: a closing that lets everyone go first never gets its turn, and ends as "busy".
  it("close before goods that arrive after the closing began to wait", async () => {
    const { id } = await aLocation();
    const variantId = (await aVariant()).id;
    let closing: ReturnType<typeof call<typeof location.edit>> | undefined;
    let coming: Promise<unknown> | undefined;
    await inChange(system("test"), async (change) => {
      await lockOpenLocations(change, [id]);
      closing ??= call(location.edit, { id, active: false });
      await untilSomebodyWaits();
      coming ??= receives({ variantId, locationId: id }, 1);
      coming.catch(() => {});
      await untilSomebodyWaits({ count: 2 });
    });
    expect(await closing).toMatchObject({ status: 200, body: { active: false } });
    await expect(coming).rejects.toMatchObject({ code: "location.closed" });
  });

  it("either close or accept the goods if both happen at once", async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await aLocation({ code: some("ROUND") });
      const variantId = (await aVariant()).id;
      const [closed, came] = await Promise.all([
        call(location.edit, { id, active: false }),
        receives({ variantId, locationId: id }, 1).then(
          () => true,
          () => false,
        ),
      ]);
      expect(closed.status).toBe(came ? 409 : 200);
    }
  });
});
