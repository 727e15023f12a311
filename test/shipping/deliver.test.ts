import { describe, expect, it } from "vitest";
import * as parcel from "#core/contract/parcel";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { paidOrder } from "../support/given/orders.ts";
import { ship } from "../support/given/parcels.ts";

describe("parcel.deliver and undeliver", () => {
  it("marks the order delivered once all of it has arrived, and undoes that", async () => {
    const { made, place } = await paidOrder(3);
    const one = (await ship(made, place.locationId, 1)).body.parcel.id;
    const early = await call(parcel.deliver, { id: made.id, parcelId: one });
    expect(early.body).toMatchObject({ status: "partiallyShipped", parcels: [{ status: "delivered" }] });
    const rest = (await ship(made, place.locationId, 2)).body;
    expect(rest.order.status).toBe("shipped");
    const { body } = await call(parcel.deliver, { id: made.id, parcelId: rest.parcel.id });
    expect(body.status).toBe("delivered");
    expect(body.parcels.map(({ deliveredAt }) => deliveredAt)).toEqual([expect.any(String), expect.any(String)]);
    expect((await eventsAbout(made.id)).at(-1)).toMatchObject({
      name: "order.delivered",
      data: { ...body, parcel: body.parcels[1] },
    });

    const back = await call(parcel.undeliver, { id: made.id, parcelId: one });
    expect(back.body).toMatchObject({ status: "shipped", parcels: [{ status: "shipped", deliveredAt: null }, {}] });
    expect((await eventsAbout(made.id)).at(-1)).toMatchObject({ name: "order.undelivered" });
    expect((await entriesAbout(made.id)).map(({ action }) => action).slice(-2)).toEqual([
      "parcel.deliver",
      "parcel.undeliver",
    ]);
  });

  it("refuses to do either twice, and emits one event if two do it at the same time", async () => {
    const { made, place } = await paidOrder(1);
    const input = { id: made.id, parcelId: (await ship(made, place.locationId, 1)).body.parcel.id };
    expect((await call(parcel.undeliver, input)).body.error?.code).toBe("parcel.notDelivered");
    const answers = await Promise.all([call(parcel.deliver, input), call(parcel.deliver, input)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await eventsAbout(made.id)).filter(({ name }) => name === "order.delivered")).toHaveLength(1);
    const unknown = await call(parcel.deliver, { ...input, parcelId: `par_${"0".repeat(26)}` });
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: "parcel.unknown" } } });
  });
});
