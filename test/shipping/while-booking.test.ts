/** Concurrent changes at the moment a label is booked: one of two wins, and the books agree with the carrier. */

import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import * as location from "#core/contract/location";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { nimbuspostFake, nimbusUser } from "../carrier/fakes/nimbuspost.ts";
import { call } from "../support/call.ts";
import { aBox, aCarrier, anOrderToSend, book, storeAddress } from "../support/given/carriers.ts";
import { someFiles } from "../support/given/files.ts";
import { dueNow, makeCalls, orderNow } from "../support/given/gateways.ts";
import { providersUnpaused } from "../support/given/mail.ts";
import { stockLevelAt } from "../support/given/stock.ts";
import { aCallMaker } from "../support/processes.ts";

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((later) => setTimeout(later, 5));
};

// Someone cancels while someone else presses "Book label".
it("between cancelling an order and booking its label, whichever is first wins", async () => {
  const fake = await aCarrier();
  let shipped = 0;
  for (let round = 0; round < 12; round++) {
    const { made, place } = await anOrderToSend(2);
    const booking = () => book(made, place, 2);
    const cancelling = () => call(order.cancel, { id: made.id });
    const [first, second] = round % 2 ? [booking, cancelling] : [cancelling, booking];
    const answers = await Promise.all([first(), second()]);
    await makeCalls();
    const now = await orderNow(made);
    if (now.status === "cancelled") {
      expect(fake.books.labels).toHaveLength(shipped);
      expect(now.parcels).toEqual([]);
      expect(await stockLevelAt(place)).toEqual({ onHand: 2, reserved: 0, committed: 0 });
    } else {
      expect(now).toMatchObject({ status: "shipped", parcels: [{ status: "shipped" }] });
      expect(fake.books.labels).toHaveLength(++shipped);
      expect(await stockLevelAt(place)).toEqual({ onHand: 0, reserved: 0, committed: 0 });
    }
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
  }
});

// The carrier has been asked, and no one here knows the answer yet.
it("while the carrier is being asked, the order cannot be cancelled and the shipment cannot be undone", async () => {
  const fake = await aCarrier();
  const { made, place } = await anOrderToSend(2);
  const { version } = await orderNow(made);
  const { body } = await book(made, place);
  expect((await orderNow(made)).version).toBe(version + 1);
  fake.trouble("hangs after");
  const worker = await aCallMaker();
  worker.begin();
  await until(() => fake.books.labels.length === 1);
  const ids = { id: made.id, parcelId: body.parcel.id };
  for (const refused of [
    await call(order.cancel, { id: made.id }),
    await call(parcel.unship, ids),
    // Not even if the label is kept: no one knows yet whether there is one.
    await call(parcel.unship, { ...ids, keepLabel: true }),
  ]) {
    expect(refused).toMatchObject({ status: 409, body: { error: { code: "parcel.underWay" } } });
  }
  expect(await stockLevelAt(place)).toEqual({ onHand: 2, reserved: 0, committed: 2 });
  await worker.kill();
  await dueNow();
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ status: "shipped", parcels: [{ status: "shipped" }] });
  expect(fake.books.labels).toHaveLength(1);
});

it("unshipping at the moment of the carrier's answer either waits for it or is refused", async () => {
  const fake = await aCarrier();
  for (let round = 0; round < 8; round++) {
    const { made, place } = await anOrderToSend(1);
    const { body } = await book(made, place);
    const ids = { id: made.id, parcelId: body.parcel.id };
    const answers: number[] = [];
    const impatient = (async () => {
      while (!answers.includes(200)) answers.push((await call(parcel.unship, ids)).status);
    })();
    await makeCalls();
    await impatient;
    await makeCalls();
    expect(new Set(answers.slice(0, -1))).toEqual(new Set(answers.length > 1 ? [409] : []));
    expect(await orderNow(made)).toMatchObject({ status: "confirmed", parcels: [], lines: [{ shipped: 0 }] });
    expect(await stockLevelAt(place)).toEqual({ onHand: 1, reserved: 0, committed: 1 });
    expect(fake.books.labels.at(-1)!.voidedAt).not.toBeNull();
  }
  expect(fake.books.labels).toHaveLength(8);
});

// A carrier that answers with a page of its portal, or with an unprintable image, has accepted the parcel all the same.
it.each([
  ["a page", Buffer.from("<html><p>^XA Please sign in</p></html>")],
  ["a picture of another kind", Buffer.from("GIF89a…")],
  ["nothing", Buffer.alloc(1)],
])("a label that is %s is not kept: the parcel has left, and says where to look", async (_, bytes) => {
  const fake = await aCarrier();
  const { made, place } = await anOrderToSend(1);
  const { body } = await book(made, place);
  const ids = { id: made.id, parcelId: body.parcel.id };
  fake.labelled(bytes.toString("base64"));
  await makeCalls();
  await makeCalls();
  const now = await orderNow(made);
  expect(now).toMatchObject({
    status: "shipped",
    parcels: [{ status: "shipped", label: null, trackingNumber: fake.books.labels[0]!.trackingNumber }],
  });
  expect(now.parcels[0]!.says).toMatch(/sent a file that is not a PDF label/);
  expect(await call(parcel.label, ids)).toMatchObject({ status: 409, body: { error: { code: "parcel.noLabel" } } });
  const kept = await db().execute(sql`select label_key from parcels where id = ${body.parcel.id}`);
  expect(kept).toEqual([{ label_key: null }]);

  // Asked again in vain, only its tracking is news, and only once.
  const askedAgain = async () => {
    expect((await call(parcel.refresh, ids)).status).toBe(200);
    await makeCalls();
    return (await orderNow(made)).version;
  };
  expect(await askedAgain()).toBe(now.version + 1);
  expect(await askedAgain()).toBe(now.version + 1);

  // Asked again once the carrier has fixed it, there is one.
  fake.labelled(null);
  expect((await call(parcel.refresh, ids)).status).toBe(200);
  await makeCalls();
  expect((await orderNow(made)).parcels).toMatchObject([{ label: "pdf", says: null }]);
  expect(fake.books.labels).toHaveLength(1);
});

// Only the answer to the booking says where the label of an older account is.
it.each([404, 500])("a label that was not at its address yet (%i) is fetched from there later", async (status) => {
  await someFiles();
  let isThere = false;
  const files = createServer((_, response) => void response.writeHead(isThere ? 200 : status).end("%PDF-1.4"));
  await new Promise<void>((listening) => files.listen(0, "127.0.0.1", listening));
  const fake = await nimbuspostFake();
  onTestFinished(() => {
    files.closeAllConnections();
    files.close();
  });
  const { port } = files.address() as { port: number }; // of a server that listens on a port
  fake.set({ label: `http://127.0.0.1:${port}/label.pdf` });
  const settings = { generation: "v1", ...nimbusUser, server: fake.origin };
  expect((await call(provider.configure, { code: "nimbuspost", settings })).status).toBe(200);
  const pune = { line1: "12 Lake Road", city: "Pune", region: "Maharashtra", postalCode: "411001", country: "IN" };
  const { made, place } = await anOrderToSend(1, { address: pune });
  const address = { ...storeAddress, region: "Karnataka" };
  await call(location.edit, { id: place.locationId, address, pickupPlaces: { nimbuspost: "Main warehouse" } });
  const boxId = (await aBox()).id;
  expect((await book(made, place, 1, { carrier: "nimbuspost", boxId })).status).toBe(201);
  await makeCalls();
  const { parcels } = await orderNow(made);
  expect(parcels).toMatchObject([{ status: "shipped", label: null }]);
  isThere = true;
  await providersUnpaused();
  expect((await call(parcel.refresh, { id: made.id, parcelId: parcels[0]!.id })).status).toBe(200);
  await dueNow();
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ parcels: [{ label: "pdf", says: null }] });
});
