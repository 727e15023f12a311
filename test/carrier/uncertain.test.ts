/** Responses that seem to say what happened and do not: a label would be paid twice, or cancelled goods travel. */
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { callKind } from "#core/call/call-kind";
import { httpFor } from "#core/provider/http";
import { absent, done } from "#core/provider/outcome";
import type { Settings } from "#core/provider/settings";
import type { Carrier } from "#core/shipping/carriers/carrier";
import { delhivery } from "#core/shipping/carriers/delhivery/delhivery";
import { easypost } from "#core/shipping/carriers/easypost/easypost";
import { shipmentOf } from "#core/shipping/carriers/easypost/shipment";
import { easyship } from "#core/shipping/carriers/easyship/easyship";
import { fedex } from "#core/shipping/carriers/fedex/fedex";
import { shipmentOf as fedexShipment } from "#core/shipping/carriers/fedex/shipment";
import { nimbuspost } from "#core/shipping/carriers/nimbuspost/nimbuspost";
import { addressOf } from "#core/shipping/carriers/sendcloud/answers";
import { sendcloud } from "#core/shipping/carriers/sendcloud/sendcloud";
import { shippo } from "#core/shipping/carriers/shippo/shippo";
import { shiprocket } from "#core/shipping/carriers/shiprocket/shiprocket";
import { shipstation } from "#core/shipping/carriers/shipstation/shipstation";
import { eventsOf as shipstationEvents } from "#core/shipping/carriers/shipstation/tracking";
import { inbound, nobody } from "../provider/told.ts";
import { outcomeOfAnswers, saying } from "./answered.ts";
import { asksToShip, at, bookingOf, fromIn, parcelId, toIn } from "./asked.ts";

const token = { token: "lent for a day" };

const easyshipGiven = { token: "easyship token", itemCategory: "fashion", labelFormat: "pdf" } as const;
const easypostGiven = { apiKey: "EZTK0123456789abcdef", labelFormat: "PDF" } as const;
const sendcloudGiven = { publicKey: "public", secretKey: "secret key", labelFormat: "png" } as const;
const shiprocketGiven = { email: "api@example.com", password: "pass word" } as const;

describe("a search for a booking whose answer was lost", () => {
  // The parcel was removed as not booked, although its label may have been paid for.
  const fedexGiven = { clientId: "l7", clientSecret: "fedex secret", accountNumber: "740561073", labelFormat: "PDF" };
  it.each([
    ["EasyPost", easypost, easypostGiven, "US", []],
    ["Easyship", easyship, easyshipGiven, "US", []],
    ["Shippo", shippo, { token: "shippo_test_0123456789", labelFormat: "PDF" }, "US", []],
    ["ShipStation", shipstation, { apiKey: "TEST_0123456789", labelFormat: "pdf" }, "US", []],
    ["FedEx", fedex, fedexGiven, "US", [{ access_token: "lent", expires_in: 3_600 }]],
    ["Shiprocket", shiprocket, shiprocketGiven, "IN", [token]],
  ] as const)("says nothing about it if %s refuses to search", async (_, adapter, given, country, before) => {
    const carrier: Carrier = adapter as never; // each with its own settings, which are given here
    const asked = asksToShip(country, null);
    for (const status of [400, 422]) {
      const refused = { status, json: { message: "invalid_url_param", errors: [], error: { message: "no" } } };
      const outcome = await outcomeOfAnswers(
        (http, server) => carrier.book!.find!(http, { ...given, server } as never, asked),
        ...before,
        refused,
      );
      expect(outcome).toMatchObject({ is: "unknown" });
    }
  });

  // The first request may still be under way there: a label was bought for each of the two.
  it("makes it again only once the first request can no longer be under way", async () => {
    let times = 0;
    const kind = callKind<never, unknown, string>({
      does: "book",
      load: async () => ({ code: "x" }) as never,
      call: () => ({
        repeats: { how: "findFirst", afterMinutes: 3 },
        ask: async () => {
          times++;
          return done("booked");
        },
        find: async () => absent,
      }),
      asked: z.unknown(),
      settle: async () => {},
    });
    const row = {
      id: "cal_1",
      provider: "x",
      does: "book",
      subjectId: "par_1",
      orderId: null,
      changeId: "chg_1",
      asked: {},
    };
    const http = httpFor({ provider: "x", secrets: [] });
    const attempt = (ageHours: number) =>
      kind.attempt(http, {}, row as never, { mayHaveHappened: true, ageHours }).then(({ outcome }) => outcome.is);
    expect([await attempt(2 / 60), times]).toEqual(["unknown", 0]);
    expect([await attempt(3 / 60), times]).toEqual(["done", 1]);
  });

  it("fits into an answer, however many carriers gave EasyPost their rates", async () => {
    const fake = await saying({ shipments: [], has_more: false });
    const http = httpFor({ provider: "easypost", secrets: ["search"] });
    const given = { ...easypostGiven, server: fake.origin };
    expect(await easypost.book.find!(http, given, asksToShip("US", null))).toEqual(absent);
    expect(Number(fake.asked[0]!.query.get("page_size")) * 30_000).toBeLessThan(1_000_000);
  });
});

describe("Sendcloud", () => {
  const given = (server: string) => ({ ...sendcloudGiven, server });
  const shipment = (code: string) => ({
    data: { id: "shp1", parcels: [{ id: 5, status: { code, message: code }, tracking_number: "3S1" }], errors: [] },
  });
  const conflict = (detail: string) => ({
    status: 409,
    json: { errors: [{ status: "409", code: "invalid", detail }] },
  });
  const cancel = (...replies: object[]) =>
    outcomeOfAnswers(
      (http, server) => sendcloud.void.ask(http, given(server), bookingOf("shp1", "3S1", "NL")),
      ...replies,
    );

  it("has cancelled a parcel only once its shipment says so", async () => {
    const being = conflict("This shipment is already being cancelled.");
    expect(await cancel(being, shipment("CANCELLATION_REQUESTED"))).toEqual(done({ state: "pending" }));
    expect(await cancel(being, { status: 503, json: {} })).toEqual(done({ state: "pending" }));
    expect(await cancel(being, shipment("CANCELLED"))).toEqual(done({ state: "voided" }));
  });

  it.each([
    ["CANCELLED", "refused"],
    ["CANCELLATION_REQUESTED", "unknown"],
    ["BEING_ANNOUNCED", "unknown"],
    ["READY_TO_SEND", "done"],
  ])("has a booked parcel as it is now when it is asked again: %s is %s", async (code, is) => {
    const again = { status: 409, json: shipment(code) };
    const book = (http: Parameters<typeof sendcloud.book.ask>[0], server: string) =>
      sendcloud.book.ask(http, given(server), asksToShip("NL", "postnl:standard"));
    expect(await outcomeOfAnswers(book, again)).toMatchObject({ is });
  });

  it("shows the end of a cancellation that its carrier had to approve", async () => {
    const track = (...replies: object[]) =>
      outcomeOfAnswers(
        (http, server) =>
          sendcloud.track(http, given(server), { ...bookingOf("shp1", "3S1", "NL"), at, voiding: true }),
        ...replies,
      );
    expect(await track(shipment("CANCELLED"))).toMatchObject({ value: { events: [{ status: "voided" }] } });
    const scans = { events: [{ event_at: "2026-11-21T09:00:00Z", parent_status: "driver-on-route" }] };
    expect(await track(shipment("READY_TO_SEND"), scans)).toMatchObject({
      value: { events: [{ status: "outForDelivery" }], voidRefused: "The parcel is on its way." },
    });
    expect(await track(shipment("READY_TO_SEND"), { events: [] })).toEqual(done({ events: [] }));
  });

  it("takes the cheapest shipping option if none was chosen", async () => {
    const option = (code: string, value: string) => ({
      ...{ code, name: code },
      quotes: [{ lead_time: 24, price: { total: { value, currency: "EUR" } } }],
    });
    const fake = await saying({ data: [option("dear", "9.00"), option("cheap", "4.50")] }, shipment("READY_TO_SEND"));
    const http = httpFor({ provider: "sendcloud", secrets: ["cheapest"] });
    expect(await sendcloud.book.ask(http, given(fake.origin), asksToShip("NL", null))).toMatchObject({ is: "done" });
    expect(JSON.parse(fake.asked[1]!.body).ship_with.properties).toEqual({ shipping_option_code: "cheap" });
  });

  it("asks for labels that a printer can print, also later", async () => {
    const fake = await saying(shipment("READY_TO_SEND"), {
      status: 200,
      text: "png",
      headers: { "content-type": "image/png" },
    });
    const http = httpFor({ provider: "sendcloud", secrets: ["label"] });
    await sendcloud.askLabel(http, given(fake.origin), bookingOf("shp1", "3S1", "NL"));
    expect(fake.asked[1]!.query.get("dpi")).toBe("203");
  });

  it.each([
    ["Keizersgracht 12-A", "Keizersgracht", "12-A"],
    ["Plein 1944 12", "Plein 1944", "12"],
    ["Stadhuisplein 10", "Stadhuisplein", "10"],
    ["Dorpsstraat 7 bis", "Dorpsstraat", "7 bis"],
    ["1944", "1944", undefined],
  ])("is given the house number at the end: %s", (line1, street, house) => {
    const to = { ...toIn("NL"), address: { ...toIn("NL").address, line1 } };
    expect(addressOf(to)).toMatchObject({ address_line_1: street, ...(house && { house_number: house }) });
  });

  it.each([
    ["collected-by-customer", "delivered"],
    ["shipment-on-route", "inTransit"],
    ["announced-uncollected", "booked"],
    ["undeliverable", "exception"],
  ])("knows the status %s", (word, status) => {
    expect(sendcloud.statuses[word.replaceAll("-", " ")]).toBe(status);
  });
});

describe("Easyship", () => {
  const shipment = (more: object) => ({ shipment: { easyship_shipment_id: "ES1", label_state: "generated", ...more } });
  const cancel = (...replies: object[]) =>
    outcomeOfAnswers(
      (http, server) => easyship.void.ask(http, { ...easyshipGiven, server }, bookingOf("ES1", "T1", "US")),
      ...replies,
    );
  const already = { status: 422, json: { error: { code: "invalid_content", message: "It is cancelled already." } } };

  it.each([
    [429, "later"],
    [500, "unknown"],
    [403, "unknown"],
  ])("has not refused to cancel if the shipment's state cannot be read: %i", async (status, is) => {
    expect(await cancel(already, { status, json: {} })).toMatchObject({ is });
  });

  it("has booked a service without tracking", async () => {
    const book = (http: Parameters<typeof easyship.book.ask>[0], server: string) =>
      easyship.book.ask(http, { ...easyshipGiven, server }, asksToShip("US", "cs1"));
    expect(await outcomeOfAnswers(book, shipment({ trackings: [] }))).toMatchObject({
      is: "done",
      value: { bookingId: "ES1", trackingNumber: "ES1" },
    });
  });

  it("is given a value for a gift", async () => {
    const fake = await saying(shipment({}));
    const http = httpFor({ provider: "easyship", secrets: ["gift"] });
    const items = asksToShip("US", null).items.map((item) => ({ ...item, priceMinor: 0 }));
    await easyship.book.ask(http, { ...easyshipGiven, server: fake.origin }, asksToShip("US", "cs1", { items }));
    expect(JSON.parse(fake.asked[0]!.body).parcels[0].items[0].declared_customs_value).toBe(0.01);
  });

  // A parcel that is in transit again after a failed delivery.
  it("tells equal events apart if an hour lies between them", () => {
    const secret = { ...easyshipGiven, webhookSecret: "webh_test_secret" };
    const signature =
      "eyJhbGciOiJIUzI1NiJ9.eyJlYXN5c2hpcF9jb21wYW55X2lkIjoiQ1NHMTIzNDUifQ.VNFNp6AUUBS19c-hFkP-h2zVZx8-m62xm_B8Hy5QAKU";
    const told = (time: string) =>
      easyship.receives.admit(secret, inbound("{}", { "x-easyship-signature": signature }, new Date(time)));
    expect(told("2026-11-20T10:00:00Z")).toBe(told("2026-11-20T10:59:00Z"));
    expect(told("2026-11-20T10:00:00Z")).not.toBe(told("2026-11-23T10:00:00Z"));
  });
});

describe("Shiprocket", () => {
  const given = (server: string) => ({ ...shiprocketGiven, server });
  const asked = asksToShip("IN", "24", { pickupPlace: "Main" });
  const book = (http: Parameters<typeof shiprocket.book.ask>[0], server: string) =>
    shiprocket.book.ask(http, given(server), asked);
  const orders = { data: [{ channel_order_id: asked.id, shipments: [{ id: 15, awb: "321", courier: "Blue Dart" }] }] };

  it("has assigned a number wherever it says so", async () => {
    const awb_assign_error = "AWB is already assigned to this shipment.";
    const again = { awb_assign_status: 0, response: { data: { awb_assign_error } } };
    expect(await outcomeOfAnswers(book, token, { order_id: 16, shipment_id: 15 }, again, orders)).toMatchObject({
      is: "done",
      value: { bookingId: "15", trackingNumber: "321" },
    });
    const made = { order_id: 16, shipment_id: 15, awb_code: "321", courier_name: "Blue Dart" };
    expect(await outcomeOfAnswers(book, token, made)).toMatchObject({ is: "done", value: { trackingNumber: "321" } });
  });

  it("has refused to cancel a parcel that is picked up afterwards", async () => {
    const track = (code: string) =>
      outcomeOfAnswers(
        (http, server) => shiprocket.track(http, given(server), { ...bookingOf("15", "321", "IN"), at, voiding: true }),
        token,
        {
          tracking_data: {
            track_status: 1,
            shipment_status: code,
            shipment_track_activities: [
              { date: "2026-11-21 10:00:00", activity: "Scan", "sr-status": code, status: 7 },
            ],
          },
        },
      );
    expect(await track("18")).toMatchObject({ value: { voidRefused: "The parcel has been picked up." } });
    expect(await track("3")).not.toMatchObject({ value: { voidRefused: expect.anything() } });
  });

  it("has lost a parcel whose last scan says that it travels", async () => {
    const tracking_data = {
      ...{ track_status: 1, shipment_status: 12, shipment_track: [{ current_status: "Lost" }] },
      shipment_track_activities: [{ date: "2026-11-21 10:00:00", activity: "In transit", "sr-status": "18" }],
    };
    const outcome = await outcomeOfAnswers(
      (http, server) => shiprocket.track(http, given(server), { ...bookingOf("15", "321", "IN"), at }),
      token,
      { tracking_data },
    );
    expect(outcome).toMatchObject({
      value: { events: [{ status: "inTransit" }, { status: "exception", words: "Lost" }] },
    });
  });
});

describe("NimbusPost", () => {
  const v1 = (server: string) => ({ generation: "v1", email: "a@example.com", password: "pass word", server }) as const;
  const v2 = (server: string) =>
    ({ generation: "v2", apiKey: "nimbus key", apiSecret: "nimbus secret", server }) as const;
  const lent = { status: 200, json: { status: true, data: "lent" } };

  it("has not cancelled a parcel that it already picked up", async () => {
    const cancel = (given: typeof v1 | typeof v2, ...replies: object[]) =>
      outcomeOfAnswers(
        (http, server) => nimbuspost.void.ask(http, given(server), bookingOf("9", "5906351", "IN")),
        ...replies,
      );
    const picked = { status: 200, json: { status: false, message: "Shipment already picked up, cannot be cancelled" } };
    expect(await cancel(v1, lent, picked)).toMatchObject({ is: "refused", code: "tooLate" });
    const error = { title: "Already dispatched", detail: "Shipment cannot be cancelled" };
    expect(await cancel(v2, { status: 400, json: { error } })).toMatchObject({ is: "refused" });
    const twice = { status: 200, json: { status: false, message: "Shipment already cancelled" } };
    expect(await cancel(v1, lent, twice)).toEqual(done({ state: "voided" }));
  });

  it("has ended a parcel whose history does not show it", async () => {
    const track = (status: string) =>
      outcomeOfAnswers(
        (http, server) => nimbuspost.track(http, v1(server), { ...bookingOf("9", "5906351", "IN"), at }),
        lent,
        {
          status: 200,
          json: { status: true, data: { status, history: [{ status_code: "PP", event_time: "2026-11-20 08:00" }] } },
        },
      );
    expect(await track("cancelled")).toMatchObject({ value: { events: [{ status: "booked" }, { status: "voided" }] } });
    expect(await track("in transit")).toMatchObject({ value: { events: [{ status: "booked" }] } });
    // A parcel that is lost has no further scan.
    expect(await track("lost")).toMatchObject({ value: { events: [{ status: "booked" }, { status: "exception" }] } });
    expect(await track("rto")).toMatchObject({ value: { events: [{ status: "booked" }, { status: "returning" }] } });
  });

  it("tells apart the events of a shipment, whose id is in each", () => {
    const told = (status: string) =>
      nimbuspost.receives.admit(
        { ...v1("http://127.0.0.1:1"), webhookToken: "hook token" },
        { ...inbound(JSON.stringify({ id: "9017", awb: "5906351", status })), query: { token: "hook token" } },
      );
    expect(told("in transit")).not.toBe(told("delivered"));
    expect(told("in transit")).toBe(told("in transit"));
  });
});

describe("Delhivery", () => {
  const given = (server: string) => ({ token: "delhivery token", server });
  const asked = asksToShip("IN", "Surface", { pickupPlace: "Main" });

  it("has not refused a booking that it says may be there, and does not show", async () => {
    const book = (http: Parameters<typeof delhivery.book.ask>[0], server: string) =>
      delhivery.book.ask(http, given(server), asked);
    const remarks = ["Duplicate order id. Package might be saved."];
    const duplicate = { success: false, packages: [{ status: "Fail", remarks, waybill: "" }] };
    const refused = { status: 400, json: { detail: "Bad request" } };
    expect(await outcomeOfAnswers(book, duplicate, refused)).toMatchObject({ is: "unknown" });
  });

  it("has refused to cancel also in XML", async () => {
    const cancel = (http: Parameters<typeof delhivery.void.ask>[0], server: string) =>
      delhivery.void.ask(http, given(server), bookingOf("W1", "W1", "IN"));
    const there = { ShipmentData: [{ Shipment: { AWB: "W1", Status: { Status: "Manifested", StatusType: "UD" } } }] };
    const xml = "<root><status>False</status><error>Shipment cannot be cancelled in its current status.</error></root>";
    expect(await outcomeOfAnswers(cancel, there, { status: 200, text: xml })).toMatchObject({
      is: "refused",
      says: "Shipment cannot be cancelled in its current status.",
    });
  });

  // A time that has passed is refused, and nobody comes.
  it.each([
    ["2026-11-20T05:00:00Z", "2026-11-20"],
    ["2026-11-20T08:00:00Z", "2026-11-21"],
    ["2026-11-20T16:45:00Z", "2026-11-21"],
    ["2026-11-21T10:00:00Z", "2026-11-23"],
  ])("is asked at %s to come in the afternoon of %s", async (time, day) => {
    const fake = await saying({ pickup_id: 1 });
    const http = httpFor({ provider: "delhivery", secrets: ["pickup"] });
    const request = {
      bookings: [bookingOf("W1", "W1", "IN")],
      pickupPlace: "Main",
      from: fromIn("IN"),
      at: new Date(time),
    };
    await delhivery.pickup.ask(http, given(fake.origin), request);
    expect(JSON.parse(fake.asked[0]!.body)).toMatchObject({ pickup_date: day, pickup_time: "14:00:00" });
  });

  // Otherwise its goods would be back in stock while they are on their way.
  it.each([
    ["UD", "Not Picked", "voided"],
    ["UD", "Manifested", "voided"],
    ["UD", "In Transit", "inTransit"],
    ["RT", "In Transit", "returning"],
    ["DL", "RTO", "returned"],
  ])("takes a parcel for cancelled only if it has not left: %s %s", async (StatusType, Status, status) => {
    const shipment = { AWB: "W1", Status: { Status, StatusType, StatusCode: "DTUP-210" } };
    const read = await delhivery.receives.read(nobody, given("live"), inbound(JSON.stringify({ Shipment: shipment })));
    expect(read).toMatchObject({ value: { happened: { events: [{ status }] } } });
  });

  it("has cancelled a parcel by the code that its webhooks have elsewhere", async () => {
    const shipment = {
      AWB: "W1",
      NSLCode: "DTUP-210",
      Status: { Status: "Not Picked", StatusType: "UD", StatusCode: null },
    };
    const read = await delhivery.receives.read(nobody, given("live"), inbound(JSON.stringify({ Shipment: shipment })));
    expect(read).toMatchObject({ value: { happened: { events: [{ status: "voided" }] } } });
  });
});

describe("FedEx", () => {
  const given = {
    clientId: "l7",
    clientSecret: "fedex secret",
    accountNumber: "740561073",
    labelFormat: "PDF",
  } as const;

  it("is told the total weight in pounds, whatever the packages' unit", () => {
    const settings = { ...given, pickup: "USE_SCHEDULED_PICKUP" } as never;
    expect(fedexShipment(settings, { ...asksToShip("US", null), to: toIn("NL") }, null, "")).toMatchObject({
      totalWeight: 2.8,
      requestedPackageLineItems: [{ weight: { units: "KG", value: 1.25 } }],
    });
  });

  it("has cancelled a shipment that it refuses to cancel again", async () => {
    const cancel = (http: Parameters<typeof fedex.void.ask>[0], server: string) =>
      fedex.void.ask(http, { ...given, server } as never, bookingOf("7949", "7949", "US"));
    const errors = [{ code: "TRACKINGNUMBER.ALREADY.CANCELLED", message: "Shipment has already been cancelled." }];
    const lent = { access_token: "lent", expires_in: 3_600 };
    expect(await outcomeOfAnswers(cancel, lent, { status: 400, json: { errors } })).toEqual(done({ state: "voided" }));
  });

  // The goods could be shipped once more, while the first label was still valid and charged.
  it("has not cancelled a shipment that it says is not, whatever else it says", async () => {
    const cancel = (http: Parameters<typeof fedex.void.ask>[0], server: string) =>
      fedex.void.ask(http, { ...given, server } as never, bookingOf("7949", "7949", "US"));
    const output = { cancelledShipment: false, cancelledHistory: true, message: "The shipment is in transit." };
    const lent = { access_token: "lent", expires_in: 3_600 };
    expect(await outcomeOfAnswers(cancel, lent, { output })).toMatchObject({ is: "refused", code: "tooLate" });
  });
});

describe("ShipStation", () => {
  const scan = (status_code: string, occurred_at: string) => ({ status_code, occurred_at });
  const track = (more: object) => ({ tracking_number: "1Z", status_code: "EX", events: [], ...more });
  const at = new Date("2026-11-23T10:00:00Z");

  it("has lost a parcel that went on after an earlier trouble", () => {
    const events = [scan("EX", "2026-11-20T10:00:00Z"), scan("IT", "2026-11-22T10:00:00Z")];
    const told = shipstationEvents(track({ events, status_detail_code: "PARCEL_LOST" }), at);
    expect(told.map(({ status }) => status)).toEqual(["exception", "inTransit", "exception"]);
  });

  it("has another event for each detail of the same status", () => {
    const time = "2026-11-20T10:00:00Z";
    const names = ["x-shipengine-rsa-sha256-key-id", "x-shipengine-rsa-sha256-signature", "x-shipengine-timestamp"];
    const headers = Object.fromEntries(names.map((name) => [name, time]));
    const ids = ["CARRIER_DELAYS", "PARCEL_LOST", "RETURN_TO_SENDER"].map((status_detail_code) => {
      const body = { resource_type: "API_TRACK", data: track({ status_detail_code }) };
      const given = { apiKey: "k", labelFormat: "pdf", server: "shipstation" } as const;
      return shipstation.receives.admit(given, inbound(JSON.stringify(body), headers, new Date(time)));
    });
    expect(new Set(ids).size).toBe(3);
  });

  it("has not accepted our reference before if the conflict is about something else", async () => {
    const book = (http: Parameters<typeof shipstation.book.ask>[0], server: string) =>
      shipstation.book.ask(
        http,
        { apiKey: "TEST_0123456789", labelFormat: "pdf", server },
        asksToShip("US", "se-1/usps"),
      );
    const conflict = (field_name: string) => ({
      status: 400,
      json: { errors: [{ error_code: "field_conflict", field_name, message: "A conflict." }] },
    });
    const none = { status: 404, json: { errors: [] } };
    expect(await outcomeOfAnswers(book, conflict("label_layout"))).toMatchObject({ is: "refused" });
    expect(await outcomeOfAnswers(book, conflict("shipment.external_shipment_id"), none)).toMatchObject({
      is: "unknown",
    });
  });
});

describe("Shippo", () => {
  const given = { token: "shippo_test_0123456789", labelFormat: "PDF", webhookToken: "hook token" } as const;

  it("tells a refund from its request, whatever the tracking says", () => {
    const id = (status: string) => {
      const data = { object_id: "t1", status, tracking_number: "92", tracking_status: null };
      const body = JSON.stringify({ event: "transaction_updated", data });
      return shippo.receives.admit(given as never, { ...inbound(body), query: { token: "hook token" } });
    };
    expect(id("REFUNDED")).not.toBe(id("REFUNDPENDING"));
  });

  it("waits for the carrier's name of a booking that it has found", async () => {
    const find = (http: Parameters<typeof shippo.book.find>[0], server: string) =>
      shippo.book.find(http, { ...given, server } as never, asksToShip("US", null));
    const bought = {
      object_id: "t1",
      status: "SUCCESS",
      metadata: asksToShip("US", null).id,
      tracking_number: "92",
      rate: "r1",
    };
    const page = { next: null, results: [bought] };
    expect(await outcomeOfAnswers(find, page, { status: 429, json: {} })).toMatchObject({ is: "later" });
    expect(await outcomeOfAnswers(find, page, { status: 404, json: {} })).toMatchObject({ is: "done" });
  });

  it.each([
    ["1 Long Street", {}, ["1 Long Street", undefined]],
    ["388 Townsend Street in the old harbour", {}, ["388 Townsend Street in the old", "harbour"]],
    // It takes two lines; what needs a third is left as it is.
    [
      "388 Townsend Street in the old harbour",
      { line2: "Apt 20" },
      ["388 Townsend Street in the old harbour", "Apt 20"],
    ],
  ])("gets street lines of 35 characters: %s %j", async (line1, more, lines) => {
    const fake = await saying({ rates: [], messages: [] });
    const http = httpFor({ provider: "shippo", secrets: ["street"] });
    const { line2: _, ...address } = toIn("US").address;
    const asked = { ...asksToShip("US", null), to: { ...toIn("US"), address: { ...address, line1, ...more } } };
    await shippo.rates(http, { ...given, server: fake.origin } as never, asked);
    const { street1, street2 } = JSON.parse(fake.asked[0]!.body).address_to;
    expect([street1, street2]).toEqual(lines);
  });
});

describe("exports of the United States", () => {
  const canada = {
    ...toIn("NL"),
    address: { ...toIn("US").address, region: "ON", postalCode: "K1A 0B1", country: "CA" },
  };
  const to = (party: typeof canada) => ({ ...asksToShip("US", null), to: party });

  it("have the exemption for Canada, or the one of little value", () => {
    const codeOf = (asked: ReturnType<typeof to>) => shipmentOf(easypostGiven, asked).customs_info;
    expect(codeOf(to(canada))).toMatchObject({ eel_pfc: "NOEEI 30.36" });
    expect(codeOf(to(toIn("NL") as typeof canada))).toMatchObject({ eel_pfc: "NOEEI 30.37(a)" });
    const island = { ...fromIn("US").address, region: "VI", postalCode: "00801" };
    const fromIsland = { ...fromIn("US"), address: island };
    expect(codeOf({ ...to(toIn("NL") as typeof canada), from: fromIsland })).toHaveProperty("eel_pfc");
    expect(codeOf({ ...to(toIn("US") as typeof canada), from: fromIsland })).not.toHaveProperty("eel_pfc");
  });
});

// Otherwise the goods would leave the stock, and the customer would be told that they are on their way.
describe("A label that was cancelled at the carrier, while it was unknown here whether it was bought, is refused by", () => {
  const find = (carrier: Carrier, given: object, ...replies: object[]) =>
    outcomeOfAnswers(
      (http, server) =>
        carrier.book!.find!(http, { ...given, server } as Settings, asksToShip("IN", "1", { pickupPlace: "Main" })),
      ...replies,
    );

  it("Delhivery", async () => {
    const Status = { Status: "Not Picked", StatusType: "UD", StatusCode: "DTUP-210" };
    const there = { ShipmentData: [{ Shipment: { AWB: "W1", ReferenceNo: parcelId, Status } }] };
    expect(await find(delhivery, { token: "delhivery token" }, there)).toMatchObject({ is: "refused" });
  });

  it("Shiprocket", async () => {
    const order = { channel_order_id: parcelId, status: "CANCELED", shipments: [{ id: 15, awb: "321", courier: "" }] };
    expect(await find(shiprocket, shiprocketGiven, token, { data: [order] })).toMatchObject({ is: "refused" });
  });

  it("EasyPost, unless the refund was rejected", async () => {
    const bought = { id: "shp_1", reference: parcelId, postage_label: { label_url: "https://files.test/1.pdf" } };
    const found = (refund_status: string | null) =>
      find(easypost, easypostGiven, { shipments: [{ ...bought, refund_status }], has_more: false });
    expect(await found("submitted")).toMatchObject({ is: "refused" });
    expect(await found("refunded")).toMatchObject({ is: "refused" });
    expect(await found("not_applicable")).toMatchObject({ is: "done" });
    expect(await found("rejected")).toMatchObject({ is: "done" });
    expect(await found(null)).toMatchObject({ is: "done" });
  });

  it("Shippo", async () => {
    const found = (status: string) => {
      const results = [{ object_id: "t1", status, metadata: parcelId, rate: "r1" }];
      return find(shippo, { token: "shippo_test_0" }, { next: null, results }, { status: 404, json: {} });
    };
    expect(await found("REFUNDPENDING")).toMatchObject({ is: "refused" });
    expect(await found("REFUNDED")).toMatchObject({ is: "refused" });
  });

  it("Easyship", async () => {
    const order_data = { platform_order_number: parcelId };
    const shipments = [{ easyship_shipment_id: "ESSG1", label_state: "voided", order_data }];
    expect(await find(easyship, easyshipGiven, { shipments })).toMatchObject({ is: "refused" });
  });

  it("FedEx, unless there is another", async () => {
    const given = { clientId: "l7", clientSecret: "fedex secret", accountNumber: "740561073" };
    const result = (trackingNumber: string, code: string) => ({
      trackingNumberInfo: { trackingNumber },
      latestStatusDetail: { code },
    });
    const found = (...trackResults: object[]) =>
      find(
        fedex,
        given,
        { access_token: "lent", expires_in: 3_600 },
        { output: { completeTrackResults: [{ trackResults }] } },
      );
    expect(await found(result("1", "CA"))).toMatchObject({ is: "refused" });
    expect(await found(result("1", "CA"), result("2", "OC"))).toMatchObject({ value: { trackingNumber: "2" } });
  });
});
