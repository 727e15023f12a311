/** What a carrier makes for customs beside a label: kept, and offered like the label. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { system } from "#core/actor";
import { attemptMsMax } from "#core/call/call-lease";
import { eraseCalls } from "#core/call/erase-calls";
import type { Id } from "#core/contract/kit/fields";
import * as parcel from "#core/contract/parcel";
import { erasedEmail } from "#core/contract/parts/order-shapes";
import * as provider from "#core/contract/provider";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { removeDiscardedFiles } from "#core/file/remove-discarded";
import { httpFor } from "#core/provider/http";
import { done } from "#core/provider/outcome";
import { settleBooking } from "#core/shipping/booking/settle-booking";
import type { BookedHere } from "#core/shipping/calls/booked-here";
import { customsDocumentsKind } from "#core/shipping/calls/customs-documents-kind";
import { documentOf } from "#core/shipping/calls/label-kind";
import { eraseLabels } from "#core/shipping/erase-labels";
import { within } from "#core/time-left";
import { easyshipFake, easyshipToken } from "../carrier/fakes/easyship.ts";
import { sendcloudFake, sendcloudKeys } from "../carrier/fakes/sendcloud.ts";
import { shipstationFake, shipstationKey } from "../carrier/fakes/shipstation.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aBox, aCarrier, anOrderToSend, book } from "../support/given/carriers.ts";
import { filesAway, someFiles } from "../support/given/files.ts";
import { makeCalls, orderNow } from "../support/given/gateways.ts";

/** The address of a file. */
async function served(file: string, status = 200) {
  const server = createServer((_, response) => void response.writeHead(status).end(file));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number }; // of a server that listens on a port
  return `http://127.0.0.1:${port}/invoice.pdf`;
}

async function booked(file: string | null = "%PDF- invoice", status = 200) {
  await someFiles();
  await aBox();
  const fake = await shipstationFake();
  if (file !== null) fake.set({ customsDocuments: await served(file, status) });
  const settings = { apiKey: shipstationKey, labelFormat: "pdf", server: fake.origin };
  expect((await call(provider.configure, { code: "shipstation", settings })).status).toBe(200);
  const { made, place } = await anOrderToSend(1);
  await book(made, place, 1, { carrier: "shipstation", service: "se-1/usps_priority_mail" });
  await makeCalls();
  const { parcels } = await orderNow(made);
  const ids = { id: made.id, parcelId: parcels[0]!.id };
  return {
    made,
    fake,
    ids,
    parcel: parcels[0]!,
    customsDocuments: () => call(parcel.label, { ...ids, document: "customsDocuments" }),
  };
}

it("is stored here, and can be opened until its label is cancelled", async () => {
  const { made, ids, customsDocuments, ...shown } = await booked();
  expect(shown.parcel).toMatchObject({ status: "shipped", customsDocuments: "pdf" });
  const { body } = await customsDocuments();
  expect(body.format).toBe("pdf");
  const file = await fetch(body.url);
  expect(decodeURIComponent(body.url)).toContain(`inline; filename="customs-documents-${made.number}.pdf"`);
  expect(await file.text()).toBe("%PDF- invoice");
  await call(parcel.unship, ids);
  await makeCalls();
  expect(await customsDocuments()).toMatchObject({ status: 404, body: { error: { code: "parcel.unknown" } } });
});

it("is not missed if the carrier sends something else: the parcel has left, and staff look at the carrier", async () => {
  const { customsDocuments, ...shown } = await booked("<html>Sign in</html>");
  expect(shown.parcel).toMatchObject({ status: "shipped", customsDocuments: null });
  expect(await customsDocuments()).toMatchObject({
    status: 409,
    body: { error: { code: "parcel.noCustomsDocuments" } },
  });
});

// The carrier shows them again at a new address, which nobody asked for.
it("is fetched from the carrier's newest address if the first has expired", async () => {
  const { made, fake, ids, ...shown } = await booked("", 404);
  expect(shown.parcel).toMatchObject({ status: "shipped", customsDocuments: null });
  fake.set({ customsDocuments: await served("%PDF- invoice") });
  expect((await call(parcel.refresh, ids)).status).toBe(200);
  const { version } = await orderNow(made);
  await makeCalls();
  // For where the parcel is, and for the documents.
  expect(await orderNow(made)).toMatchObject({ version: version! + 2, parcels: [{ customsDocuments: "pdf" }] });
});

// Each attempt waited for the address that hangs, for a day, and none asked for another.
it("is fetched from a new address if the first hangs", async () => {
  await someFiles();
  const url = await served("%PDF- invoice");
  const mute = createServer(() => {});
  await new Promise<void>((listening) => mute.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    mute.closeAllConnections();
    mute.close();
  });
  const { port } = mute.address() as { port: number }; // of a server that listens on a port
  const lies = { format: "pdf", url: `http://127.0.0.1:${port}/` } as const;
  const ref = { id: "pcl_1", bookingId: "1", trackingNumber: "1", country: "US" };
  const http = httpFor({ provider: "shipstation", secrets: [], withinMs: 1_000 });
  const fetched = await documentOf(async () => done({ format: "pdf", url }), http, {}, { ref, lies }, "pcl_1-customs");
  expect(fetched).toMatchObject({ is: "done", value: { format: "pdf" } });
  // Four exchanges, and up to 5 s for a token that another worker is fetching.
  expect(customsDocumentsKind.withinMs! * 4 + 5_000).toBeLessThanOrEqual(attemptMsMax);
});

// They were only asked for if the answer to the booking had named them.
it("is asked for again if the carrier made it after the label, or someone recorded the booking", async () => {
  const { made, fake, ids } = await booked(null);
  const refreshed = async () => {
    expect((await call(parcel.refresh, ids)).status).toBe(200);
    await makeCalls();
    return (await orderNow(made)).parcels[0]!.customsDocuments;
  };
  fake.set({ customsDocuments: await served("%PDF- invoice") });
  // Not within the country.
  expect(await refreshed()).toBe(null);
  await db().execute(sql`update orders set address = address || '{"country": "DE"}' where id = ${made.id}`);
  expect(await refreshed()).toBe("pdf");
});

// The documents' address shows them to whoever has it, and would have stayed in the call.
it("is erased too if the carrier's refusal arrives during the erasure", async () => {
  const { made } = await booked("<html>Sign in</html>");
  const ofDocuments = sql`order_id = ${made.id} and does = 'customsDocuments'`;
  await db().execute(sql`
    update calls set status = 'asked', settled_at = null, due_at = clock_timestamp() where ${ofDocuments}`);
  let worker: Promise<unknown> = Promise.resolve();
  await inChange(system("test"), async (change) => {
    await change.tx.execute(sql`select from orders where id = ${made.id} for update`);
    await eraseCalls(change, { orderIds: [made.id] });
    await change.tx.execute(sql`update orders set email = ${erasedEmail} where id = ${made.id}`);
    worker = makeCalls();
    await Promise.race([worker, untilSomebodyWaits()]);
  });
  await worker;
  expect(await db().execute(sql`select status, asked from calls where ${ofDocuments}`)).toEqual([
    { status: "refused", asked: {} },
  ]);
});

it("is erased with the label, because it shows an address", async () => {
  const { made, customsDocuments } = await booked();
  const { body } = await customsDocuments();
  // Its label's address leads nowhere.
  await db().execute(sql`
    update calls set status = 'refused', due_at = null, settled_at = now() where order_id = ${made.id} and does = 'label'`);
  await inChange(system("test"), (change) => eraseLabels(change, { orderIds: [made.id] }));
  expect(await customsDocuments()).toMatchObject({
    status: 409,
    body: { error: { code: "parcel.noCustomsDocuments" } },
  });
  await removeDiscardedFiles(within(60_000));
  expect((await fetch(body.url)).status).toBe(404);
});

// Sendcloud's answer only says that there are some.
it("is fetched from a carrier that gives no address of it", async () => {
  await someFiles();
  await aBox();
  const fake = await sendcloudFake();
  fake.set({ documents: ["label", "customs-declaration"] });
  const settings = { ...sendcloudKeys, labelFormat: "pdf", server: fake.origin };
  expect((await call(provider.configure, { code: "sendcloud", settings })).status).toBe(200);
  const { made, place } = await anOrderToSend(1);
  await book(made, place, 1, { carrier: "sendcloud", service: "postnl:standard" });
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ parcels: [{ status: "shipped", customsDocuments: "pdf" }] });
});

// FedEx sends it in the answer to the booking, and never again, and India Post sends no label: nobody knew.
it("is said to be missing if it could not be stored and the carrier does not give it again, like a label", async () => {
  await someFiles();
  await aCarrier();
  const { made, place } = await anOrderToSend(1);
  await book(made, place, 1, { service: "standard" });
  const { parcels } = await orderNow(made);
  const parcelId = parcels[0]!.id;
  const [asked] = await db().execute<{ id: Id<"change"> }>(sql`
    select change_id as id from calls where subject_id = ${parcelId} and does = 'book'`);
  const label: BookedHere = {
    ...{ bookingId: "book_1", trackingNumber: "TC1", trackingUrl: null, courier: null, cost: null, country: "IN" },
    ...{ kept: null, lies: null },
    customsDocuments: { kept: null, lies: null },
  };
  await db().execute(sql`update parcels set carrier = 'indiapost' where id = ${parcelId}`);
  await inChange(system("test"), (change) =>
    settleBooking(change, { parcelId, changeId: asked!.id, outcome: { is: "done", value: label } }),
  );
  await db().execute(sql`
    update calls set status = 'refused', due_at = null, settled_at = now() where subject_id = ${parcelId} and settled_at is null`);
  expect(await orderNow(made)).toMatchObject({
    parcels: [
      {
        status: "shipped",
        customsDocuments: null,
        says: expect.stringMatching(/^The label could .* The customs documents could /),
      },
    ],
  });
});

// Functions of the release before are there while the migration runs.
it("keeps what was stored and asked for under its former name", async () => {
  const { made, customsDocuments } = await booked();
  await db().execute(sql`
    update parcels set customs_papers = customs_documents, customs_documents = null where order_id = ${made.id}`);
  const url = "https://carrier.example/invoice.pdf";
  const ofDocuments = sql`order_id = ${made.id} and does in ('papers', 'customsDocuments')`;
  await db().execute(sql`
    update calls set does = 'papers', asked = ${JSON.stringify({ format: "pdf", url })}::jsonb where ${ofDocuments}`);
  const migration = join(import.meta.dirname, "../../core/db/migrations/0071-customs-documents-and-accounts.sql");
  await db().$client.unsafe(readFileSync(migration, "utf8")).simple();
  expect((await customsDocuments()).body.format).toBe("pdf");
  const [parcel] = (await orderNow(made)).parcels;
  expect(await db().execute(sql`select does, asked from calls where ${ofDocuments}`)).toEqual([
    {
      does: "customsDocuments",
      asked: {
        ref: {
          id: parcel!.id,
          bookingId: expect.any(String),
          trackingNumber: parcel!.trackingNumber,
          country: "IN",
          courier: "stamps_com",
        },
        lies: { format: "pdf", url },
      },
    },
  ]);
});

// They were dropped, and the parcel left without them.
it("is requested again if it came with the label while the file store was down", async () => {
  await someFiles();
  await filesAway();
  await aBox();
  const fake = await easyshipFake();
  fake.set({ invoice: true });
  const settings = { token: easyshipToken, itemCategory: "fashion", labelFormat: "pdf", server: fake.origin };
  expect((await call(provider.configure, { code: "easyship", settings })).status).toBe(200);
  const { made, place } = await anOrderToSend(1);
  await book(made, place, 1, { carrier: "easyship" });
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ parcels: [{ status: "shipped", customsDocuments: null }] });
  const calls = sql`select status, says from calls where order_id = ${made.id} and does = 'customsDocuments'`;
  expect(await db().execute(calls)).toEqual([{ status: "asked", says: "The file storage cannot be reached." }]);
});
