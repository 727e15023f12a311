/** How every write to an order treats bad input: a 4xx with a specific code and the numbers, and not a row changed. */

import { describe, expect, it } from "vitest";
import type { Id } from "#core/contract/kit/fields";
import type { Operation } from "#core/contract/kit/operation";
import * as location from "#core/contract/location";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as returns from "#core/contract/returns";
import { db } from "#core/db/client";
import { eq } from "#core/db/drizzle";
import { variants } from "#core/product/product.table";
import { call } from "../support/call.ts";
import { aProduct } from "../support/given/catalogue.ts";
import { anOrder, nothingChanged, sentOrder, somebody } from "../support/given/orders.ts";
import { aStockroom, aVariantInStock } from "../support/given/stock.ts";

async function refused(op: Operation, input: object, status: number, code: string, detail?: object) {
  await nothingChanged(async () => {
    const answer = await call(op, input as never);
    expect(answer).toMatchObject({ status, body: { error: { code, ...(detail && { detail }) } } });
  });
}

describe("bad input", () => {
  // "12,5" read as 0 has written off whole stock levels elsewhere, and a NaN compares with nothing.
  it.each([0, -1, 1.5, "12,5", "2", 2 ** 31, Number.NaN, null])(
    "refuses a quantity of %j in every write of an order that takes one",
    async (wrong) => {
      const quantity = wrong as number;
      const { made, place } = await sentOrder(1);
      const { id } = made;
      const lineId = made.lines[0]!.id;
      const { variantId, locationId } = place;
      const line = [{ lineId, quantity }];
      for (const [op, input] of [
        [order.create, { ...somebody, lines: [{ variantId, quantity }] }],
        [order.editLines, { id, change: line }],
        [order.editLines, { id, add: [{ variantId, quantity }] }],
        [parcel.ship, { id, locationId, lines: line }],
        [returns.record, { id, lines: [{ lineId, quantity, restock: false }] }],
      ] as const) {
        await refused(op, input, 400, "request.invalid");
      }
    },
  );

  it.each([
    ["an unknown variant", async () => `var_${"0".repeat(26)}` as const, 404, "variant.unknown"],
    ["a variant that is archived", anArchivedVariant, 409, "variant.notSold"],
    ["a variant of a draft", async () => variantOf(await aProduct({ status: "draft" })), 409, "variant.notSold"],
  ] as const)("refuses %s in a new order and in an edit", async (_, given, status, code) => {
    const variantId = await given();
    const { id } = await anOrder();
    const lines = [{ variantId, quantity: 1 }];
    const detail = { variantIds: [variantId] };
    await refused(order.create, { ...somebody, lines }, status, code, detail);
    await refused(order.editLines, { id, add: lines }, status, code, detail);
    await refused(order.editLines, { id, add: lines, dryRun: true }, status, code, detail);
  });

  it("refuses a closed location for returned goods, and for goods that never left", async () => {
    await aStockroom(); // closing requires another that stays open
    const { made, place } = await sentOrder(3);
    const { id } = made;
    const closed = { status: 200, body: { active: false } };
    expect(await call(location.edit, { id: place.locationId, active: false })).toMatchObject(closed);
    const back = [{ lineId: made.lines[0]!.id, quantity: 1, restock: true, locationId: place.locationId }];
    const detail = { locationIds: [place.locationId] };
    await refused(returns.record, { id, lines: back }, 409, "location.closed", detail);
    const { body } = await call(order.read, { id });
    await refused(parcel.unship, { id, parcelId: body.parcels[0]!.id }, 409, "location.closed", detail);
  });

  it("says how many there are if more are requested", async () => {
    const { made, place } = await sentOrder(1);
    const { id } = made;
    const lineId = made.lines[0]!.id;
    const { locationId } = place;
    const elsewhere = await aStockroom();
    const four = [{ lineId, quantity: 4 }];
    await refused(parcel.ship, { id, locationId, lines: four }, 409, "parcel.tooMany", {
      lines: [{ lineId, wanted: 4, left: 2 }],
    });
    const two = [{ lineId, quantity: 2 }];
    await refused(parcel.ship, { id, locationId: elsewhere, lines: two }, 409, "stock.notAllocated", {
      lines: [{ lineId, locationId: elsewhere, wanted: 2, allocated: 0 }],
    });
    await refused(returns.record, { id, lines: [{ lineId, quantity: 2, restock: false }] }, 409, "returns.tooMany", {
      lines: [{ lineId, wanted: 2, left: 1 }],
    });
    const stock = await aVariantInStock(3);
    const lines = [{ variantId: stock.variantId, quantity: 5 }];
    await refused(order.create, { ...somebody, lines }, 409, "stock.short", {
      lines: [{ variantId: stock.variantId, wanted: 5, available: 3 }],
    });
  });

  it("refuses the same line twice in a parcel, a return or an edit", async () => {
    const { made, place } = await sentOrder(1);
    const { id } = made;
    const lineId = made.lines[0]!.id;
    const twice = [1, 1].map((quantity) => ({ lineId, quantity }));
    await refused(parcel.ship, { id, locationId: place.locationId, lines: twice }, 400, "request.invalid");
    const back = twice.map((line) => ({ ...line, restock: false }));
    await refused(returns.record, { id, lines: back }, 400, "request.invalid");
    await refused(order.editLines, { id, change: twice }, 400, "request.invalid");
    await refused(order.editLines, { id, remove: [lineId, lineId] }, 400, "request.invalid");
  });
});

const variantOf = ({ variants: [variant] }: { variants: { id: Id<"variant"> }[] }) => variant!.id;

async function anArchivedVariant(): Promise<Id<"variant">> {
  const { variantId } = await aVariantInStock(2);
  await db().update(variants).set({ archivedAt: new Date() }).where(eq(variants.id, variantId));
  return variantId;
}
