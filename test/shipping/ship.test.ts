import { describe, expect, it } from "vitest";
import type { Id } from "#core/contract/kit/fields";
import * as parcel from "#core/contract/parcel";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aCancelledOrder, anOrder, nothingChanged, paidOrder } from "../support/given/orders.ts";
import { ship } from "../support/given/parcels.ts";
import {
  aStocklessVariant,
  aStockroom,
  aVariantInStock,
  expectStockToAddUp,
  receives,
  stockLevelAt,
} from "../support/given/stock.ts";

describe("parcel.ship", () => {
  it("takes the units from stock and from the allocation, and reports the carrier", async () => {
    const { made, place } = await paidOrder(5);
    const how = {
      service: "Van",
      trackingNumber: "TN 1",
      trackingUrl: "https://track.example/TN1",
      labelUrl: "https://labels.example/TN1.pdf",
    };
    const { status, body } = await ship(made, place.locationId, 2, how);
    expect(status).toBe(201);
    expect(body.parcel).toMatchObject({ carrier: "manual", ...how, status: "shipped", locationId: place.locationId });
    expect(body.order).toMatchObject({
      status: "partiallyShipped",
      lines: [{ quantity: 5, shipped: 2, allocations: [{ quantity: 3 }] }],
      parcels: [body.parcel],
    });
    expect(await stockLevelAt(place)).toEqual({ onHand: 3, reserved: 0, committed: 3 });
    const event = (await eventsAbout(made.id)).at(-1);
    expect(event).toMatchObject({ name: "order.shipped", data: { ...body.order, parcel: body.parcel } });
    expect((await entriesAbout(made.id)).at(-1)).toMatchObject({
      action: "parcel.ship",
      after: { parcelId: body.parcel.id },
    });
    expect((await ship(made, place.locationId, 3)).body.order.status).toBe("shipped");
    expect(await stockLevelAt(place)).toEqual({ onHand: 0, reserved: 0, committed: 0 });
  });

  it("ships what is allocated to the order although nothing is available", async () => {
    const { made, place } = await paidOrder(2);
    expect((await ship(made, place.locationId, 2)).status).toBe(201);
  });

  it("ships a line split over two locations from both, and the ledger agrees", async () => {
    const variantId = await aStocklessVariant();
    const [here, there] = [
      await aVariantInStock(2, { variantId, locationId: await aStockroom({ priority: 1 }) }),
      await aVariantInStock(3, { variantId, locationId: await aStockroom({ priority: 2 }) }),
    ];
    const made = await anOrder({ paid: true, lines: [{ place: here, quantity: 5 }] });
    await nothingChanged(async () => {
      const answer = await ship(made, here.locationId, 3);
      expect(answer).toMatchObject({ status: 409, body: { error: { code: "stock.notAllocated" } } });
    });
    expect((await ship(made, here.locationId, 2)).body.order.status).toBe("partiallyShipped");
    expect((await ship(made, there.locationId, 3)).body.order.status).toBe("shipped");
    expect([await stockLevelAt(here), await stockLevelAt(there)]).toEqual([nothing, nothing]);
    await expectStockToAddUp();
  });

  it("says of which lines there is less at the location, and how much, whatever is elsewhere or of other lines", async () => {
    const here = await aStockroom({ priority: 1 });
    const plenty = await aVariantInStock(5, { locationId: here });
    const split = await aVariantInStock(1, { locationId: here });
    const there = await aStockroom({ priority: 2 });
    await aVariantInStock(2, { variantId: split.variantId, locationId: there });
    const made = await anOrder({
      paid: true,
      lines: [
        { place: plenty, quantity: 5 },
        { place: split, quantity: 3 },
      ],
    });
    const [whole, short] = made.lines.map(({ id }) => id);
    const lines = [
      { lineId: whole!, quantity: 5 },
      { lineId: short!, quantity: 3 },
    ];
    const detail = { lines: [{ lineId: short, wanted: 3, allocated: 1, locationId: here }] };
    expect(await call(parcel.ship, { id: made.id, locationId: here, lines })).toMatchObject({
      status: 409,
      body: { error: { code: "stock.notAllocated", detail } },
    });
  });

  it("ships in parts as backordered units arrive", async () => {
    const place = await aVariantInStock(1, { continueSelling: true });
    const made = await anOrder({ paid: true, lines: [{ place, quantity: 3 }] });
    expect((await ship(made, place.locationId, 1)).body.order.status).toBe("partiallyShipped");
    expect((await ship(made, place.locationId, 1)).status).toBe(409);
    await receives(place, 2);
    expect((await ship(made, place.locationId, 2)).body.order.status).toBe("shipped");
  });

  it("ships an order with cash on delivery, and untracked goods without a movement", async () => {
    const variantId = await aStocklessVariant({ trackStock: false });
    const locationId = await aStockroom();
    const made = await anOrder({ payment: "cod", lines: [{ place: { variantId, locationId }, quantity: 2 }] });
    expect((await ship(made, locationId, 3)).body.error).toMatchObject({
      code: "parcel.tooMany",
      detail: { lines: [{ left: 2 }] },
    });
    expect((await ship(made, locationId, 2)).body.order.status).toBe("shipped");
  });

  it("ships nothing from a closed location, not even untracked goods", async () => {
    const variantId = await aStocklessVariant({ trackStock: false });
    const locationId = await aStockroom({ active: false });
    const made = await anOrder({ payment: "cod", lines: [{ place: { variantId, locationId }, quantity: 2 }] });
    await nothingChanged(async () => {
      const refused = { status: 409, body: { error: { code: "location.closed" } } };
      expect(await ship(made, locationId, 2)).toMatchObject(refused);
    });
  });

  // Two packers at two tables pack the same last unit: one of the parcels is empty.
  it("gives the last unit to one of two parcels", async () => {
    const { made, place } = await paidOrder(3);
    const answers = await Promise.all([ship(made, place.locationId, 2), ship(made, place.locationId, 2)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await stockLevelAt(place)).toEqual({ onHand: 1, reserved: 0, committed: 1 });
  });

  const nobody = `loc_${"0".repeat(26)}` as const;
  it.each([
    ["an unpaid order", async () => anOrder(), {}, 409, "order.notConfirmed"],
    ["a cancelled order", aCancelledOrder, {}, 409, "order.cancelled"],
    ["more than was ordered", async () => (await paidOrder(2)).made, { quantity: 3 }, 409, "parcel.tooMany"],
    [
      "a line of another order",
      async () => (await paidOrder(2)).made,
      { lineId: `lin_${"0".repeat(26)}` },
      404,
      "order.lineUnknown",
    ],
    [
      "a location that does not exist",
      async () => (await paidOrder(2)).made,
      { locationId: nobody },
      404,
      "location.unknown",
    ],
    [
      "a carrier that does not exist",
      async () => (await paidOrder(2)).made,
      { carrier: "pigeon" },
      400,
      "request.invalid",
    ],
    [
      "a link that is a script",
      async () => (await paidOrder(2)).made,
      { trackingUrl: "javascript:alert(1)" },
      400,
      "request.invalid",
    ],
    ["no units", async () => (await paidOrder(2)).made, { quantity: 0 }, 400, "request.invalid"],
  ] as const)("refuses %s and changes nothing", async (_, given, wrong, status, code) => {
    const made = await given();
    const { quantity = 1, lineId = made.lines[0]!.id, ...more } = wrong as { quantity?: number; lineId?: Id<"line"> };
    const locationId = made.lines[0]!.allocations[0]?.locationId ?? nobody;
    const input = { id: made.id, locationId, lines: [{ lineId, quantity }], ...more };
    await nothingChanged(async () => {
      expect(await call(parcel.ship, input)).toMatchObject({ status, body: { error: { code } } });
    });
  });

  it("refuses the same line twice in one parcel", async () => {
    const { made, place } = await paidOrder(4);
    const line = { lineId: made.lines[0]!.id, quantity: 1 };
    const input = { id: made.id, locationId: place.locationId, lines: [line, line] };
    expect((await call(parcel.ship, input)).status).toBe(400);
  });
});

const nothing = { onHand: 0, reserved: 0, committed: 0 };
