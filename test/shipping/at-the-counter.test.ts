/** Parcels whose label was bought elsewhere, such as at a post office's counter, and their tracking events. */

import { expect, it } from "vitest";
import * as carrier from "#core/contract/carrier";
import type { Id } from "#core/contract/kit/fields";
import type { Asked } from "#core/contract/kit/operation";
import * as parcel from "#core/contract/parcel";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { anOrderToSend } from "../support/given/carriers.ts";
import { orderNow, takeInbox } from "../support/given/gateways.ts";

const webhookToken = "a-token-that-we-made-up";

async function shippedWith(code: "indiapost" | "shiprocket", trackingNumber: string) {
  const { made, place } = await anOrderToSend(1);
  const lines = [{ lineId: made.lines[0]!.id, quantity: 1 }];
  const { locationId } = place;
  expect(await call(parcel.ship, { id: made.id, locationId, lines, carrier: code, trackingNumber })).toMatchObject({
    status: 201,
    body: { parcel: { status: "shipped", carrier: code, trackingNumber } },
  });
  return made;
}

// A store without a contract enters the number on the receipt.
it("ship at once with India Post's number from the counter, without a label request", async () => {
  const made = await shippedWith("indiapost", "ET214330016IN");
  expect(await orderNow(made)).toMatchObject({ status: "shipped", parcels: [{ mode: null, label: null, cost: null }] });
  expect(await db().execute(sql`select 1 from calls where order_id = ${made.id}`)).toEqual([]);
});

// The customer's message has a link only if the parcel has one.
it("have the carrier's tracking page, which follows the number unless another address is given", async () => {
  const made = await shippedWith("shiprocket", "321055706516");
  const page = "https://shiprocket.co/tracking/";
  const [{ id: parcelId, trackingUrl } = { id: "" }] = (await orderNow(made)).parcels;
  expect(trackingUrl).toBe(`${page}321055706516`);
  const edited = async (more: Partial<Asked<typeof parcel.edit>>) =>
    (await call(parcel.edit, { id: made.id, parcelId: parcelId as Id<"parcel">, ...more })).body.parcels[0]!
      .trackingUrl;
  // As the admin's form sends it: with the address that it was given.
  expect(await edited({ trackingNumber: "321055706517", trackingUrl: `${page}321055706516` })).toBe(
    `${page}321055706517`,
  );
  expect(await edited({ trackingUrl: null })).toBeNull();
  expect(await edited({ trackingNumber: "321055706518" })).toBeNull();
  expect(await edited({ trackingUrl: "https://example.com/1" })).toBe("https://example.com/1");
  expect(await edited({ carrier: "delhivery", trackingNumber: "1" })).toBe("https://example.com/1");
});

// Shiprocket refuses a URL with its own name in it, so its events come to a different one.
it("are tracked through Shiprocket's other endpoint", async () => {
  const settings = { email: "api@example.com", password: "a-password-of-theirs", webhookToken };
  expect(await call(provider.configure, { code: "shiprocket", settings })).toMatchObject({ status: 200 });
  const made = await shippedWith("shiprocket", "321055706516");
  const told = {
    ...{ awb: "321055706516", shipment_status: "DELIVERED", shipment_status_id: 7 },
    ...{ current_timestamp: "23 11 2026 11:43:52", order_id: (await orderNow(made)).parcels[0]!.id, scans: [] },
  };
  const tells = (code: string, token: string) =>
    call(carrier.receive, { code }, { as: null, rawBody: JSON.stringify(told), headers: { "x-api-key": token } });
  expect((await tells("parcels1", "another")).status).toBe(401);
  expect((await tells("parcels1", webhookToken)).status).toBe(200);
  await takeInbox();
  expect(await orderNow(made)).toMatchObject({ status: "delivered", parcels: [{ trackStatus: "delivered" }] });
});
