import { describe, expect, it } from "vitest";
import * as parcel from "#core/contract/parcel";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aCarrier, anOrderToSend, book } from "../support/given/carriers.ts";
import { makeCalls } from "../support/given/gateways.ts";
import { nothingChanged, paidOrder } from "../support/given/orders.ts";
import { ship } from "../support/given/parcels.ts";

describe("parcel.edit", () => {
  it("corrects a parcel's shipping details, and records the previous ones", async () => {
    const { made, place } = await paidOrder(1);
    const { id: parcelId } = (await ship(made, place.locationId, 1, { trackingNumber: "WRONG", service: "Van" })).body
      .parcel;
    const { body } = await call(parcel.edit, { id: made.id, parcelId, trackingNumber: "RIGHT", service: null });
    expect(body.parcels).toMatchObject([{ trackingNumber: "RIGHT", service: null, carrier: "manual" }]);
    expect((await eventsAbout(made.id)).at(-1)).toMatchObject({
      name: "order.edited",
      data: { changed: ["parcels"], parcel: body.parcels[0] },
    });
    expect((await entriesAbout(made.id)).at(-1)).toMatchObject({
      before: { trackingNumber: "WRONG" },
      after: { trackingNumber: "RIGHT" },
    });
    const labelUrl = "https://labels.test/1.pdf";
    await call(parcel.edit, { id: made.id, parcelId, labelUrl });
    const after = await call(parcel.edit, { id: made.id, parcelId, service: "Air" });
    expect(after.body.parcels).toMatchObject([{ labelUrl, service: "Air", trackingNumber: "RIGHT" }]);
    await nothingChanged(async () => {
      expect((await call(parcel.edit, { id: made.id, parcelId, trackingNumber: "RIGHT" })).status).toBe(200);
      expect((await call(parcel.edit, { id: made.id, parcelId, trackingUrl: "ftp://x.example" })).status).toBe(400);
      expect((await call(parcel.edit, { id: made.id, parcelId, status: "delivered" } as never)).status).toBe(400);
    });
  });

  // Tracking follows the carrier's number: another one would show a stranger's parcel.
  it("leaves a parcel as its carrier booked it", async () => {
    await aCarrier();
    const { made, place } = await anOrderToSend(1);
    const { id: parcelId } = (await book(made, place)).body.parcel;
    await makeCalls();
    await nothingChanged(async () => {
      const answer = await call(parcel.edit, { id: made.id, parcelId, trackingNumber: "MINE" });
      expect(answer).toMatchObject({ status: 409, body: { error: { code: "parcel.booked" } } });
    });
  });
});

describe("parcel.refresh", () => {
  it("is refused for a parcel that no carrier has booked", async () => {
    const { made, place } = await paidOrder(1);
    const { id: parcelId } = (await ship(made, place.locationId, 1, { trackingNumber: "T1" })).body.parcel;
    await nothingChanged(async () => {
      const answer = await call(parcel.refresh, { id: made.id, parcelId });
      expect(answer).toMatchObject({ status: 409, body: { error: { code: "parcel.notTracked" } } });
    });
  });
});
