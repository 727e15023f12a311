/** Responses that carriers' documentation allows, or that others have seen, and that the fakes do not give. */
import { describe, expect, it } from "vitest";
import { type Http, httpFor } from "#core/provider/http";
import type { Settings } from "#core/provider/settings";
import type { Carrier } from "#core/shipping/carriers/carrier";
import { manifestOf } from "#core/shipping/carriers/delhivery/answers";
import { delhivery } from "#core/shipping/carriers/delhivery/delhivery";
import { bookedIn, Shipment } from "#core/shipping/carriers/easypost/answers";
import { easypost } from "#core/shipping/carriers/easypost/easypost";
import { easyship } from "#core/shipping/carriers/easyship/easyship";
import { fedex } from "#core/shipping/carriers/fedex/fedex";
import { shipmentOf } from "#core/shipping/carriers/fedex/shipment";
import { byCost, priced } from "#core/shipping/carriers/measures";
import { nimbuspost } from "#core/shipping/carriers/nimbuspost/nimbuspost";
import { announcementOf } from "#core/shipping/carriers/sendcloud/answers";
import { sendcloud } from "#core/shipping/carriers/sendcloud/sendcloud";
import { shippit } from "#core/shipping/carriers/shippit/shippit";
import { shippo } from "#core/shipping/carriers/shippo/shippo";
import { orderOf } from "#core/shipping/carriers/shiprocket/order";
import { shiprocket } from "#core/shipping/carriers/shiprocket/shiprocket";
import { shipstation } from "#core/shipping/carriers/shipstation/shipstation";
import { outcomeOfAnswers, saying } from "./answered.ts";
import { asksToShip, at, bookingOf, parcelId, toIn } from "./asked.ts";

const token = { token: "lent for a day" };
const madeOrder = { order_id: 16, shipment_id: 15 };

describe("Shiprocket", () => {
  const given = { email: "api@example.com", password: "pass word" };
  const asked = asksToShip("IN", "24", { pickupPlace: "Main" });
  const book = (http: Http, server: string) => shiprocket.book.ask(http, { ...given, server }, asked);
  const booking = bookingOf("15", "321", "IN");

  it("accepts numbers where it sends text elsewhere", async () => {
    const assigned = {
      awb_assign_status: 1,
      response: { data: { awb_code: 321055706516, courier_name: "Blue Dart" } },
    };
    expect(await outcomeOfAnswers(book, token, { ...madeOrder, shipment_id: "15" }, assigned)).toMatchObject({
      is: "done",
      value: { bookingId: "15", trackingNumber: "321055706516" },
    });
  });

  // Its newer refusals have their own status and no `awb_assign_status`.
  it("takes a sentence as a refusal wherever it appears, and silence as an unknown outcome", async () => {
    const empty = { status_code: 350, message: "Please recharge your ShipRocket wallet." };
    expect(await outcomeOfAnswers(book, token, madeOrder, empty)).toMatchObject({ is: "refused", code: "balance" });
    const blank = { awb_assign_status: 0, message: "Not serviceable.", response: { data: { awb_assign_error: "" } } };
    expect(await outcomeOfAnswers(book, token, madeOrder, blank)).toMatchObject({ is: "refused", code: "noService" });
    expect(await outcomeOfAnswers(book, token, madeOrder, {})).toMatchObject({ is: "unknown" });
  });

  // The documentation gives 404 only with HTTP 200.
  it("has no courier with HTTP 404 either, whether it says why or not", async () => {
    const rates = (http: Http, server: string) => shiprocket.rates(http, { ...given, server }, asked);
    const none = { is: "refused", code: "noService" };
    for (const [message, says] of [
      ["No courier serviceable for this pincode", "No courier serviceable for this pincode"],
      ["", "No courier delivers there."],
    ]) {
      const answer = { status: 404, json: { message } };
      expect(await outcomeOfAnswers(rates, token, answer)).toEqual({ ...none, says });
    }
  });

  it("reads a refusal beside an empty list, and a status as text", async () => {
    const broke = { awb_assign_status: "0", message: "Please recharge your wallet.", response: [] };
    expect(await outcomeOfAnswers(book, token, madeOrder, broke)).toMatchObject({ is: "refused", code: "balance" });
    const within = { ...broke, response: { data: [] } };
    expect(await outcomeOfAnswers(book, token, madeOrder, within)).toMatchObject({ is: "refused", code: "balance" });
    const data = { awb_code: "321", courier_name: 7 };
    const assigned = { awb_assign_status: "1", response: { data } };
    expect(await outcomeOfAnswers(book, token, madeOrder, assigned)).toMatchObject({
      value: { trackingNumber: "321" },
    });
    const unclear = { message: "AWB assigned", response: { data } };
    expect(await outcomeOfAnswers(book, token, madeOrder, unclear)).toMatchObject({ is: "unknown" });
  });

  it("takes any success of a cancellation as accepted", async () => {
    const cancel = (http: Http, server: string) => shiprocket.void.ask(http, { ...given, server }, booking);
    for (const reply of [
      { status: 202, json: { ok: true } },
      { status: 204 },
      { status: 200, json: { message: "ok" } },
    ]) {
      expect(await outcomeOfAnswers(cancel, token, reply)).toEqual({ is: "done", value: { state: "pending" } });
    }
    expect(await outcomeOfAnswers(cancel, token, { status: 200, text: "<h1>" })).toMatchObject({ is: "unknown" });
  });

  // A cancelled label is never scanned: without this its parcel would wait forever.
  it("reports a cancelled label, for which there is no scan", async () => {
    const track = (http: Http, server: string) =>
      shiprocket.track(http, { ...given, server }, { ...booking, at }) as ReturnType<typeof shiprocket.track>;
    const cancelled = {
      tracking_data: { track_status: 0, shipment_status: 8, shipment_track: [{ current_status: "Canceled" }] },
    };
    expect(await outcomeOfAnswers(track, token, cancelled)).toMatchObject({
      value: { events: [{ at, status: "voided", words: "Canceled" }] },
    });
    const wished = { tracking_data: { track_status: 0, shipment_status: 16 } };
    expect(await outcomeOfAnswers(track, token, wished)).toEqual({ is: "absent" });
  });
});

it("Delhivery confirms a cancellation as text, and refuses it without a status", async () => {
  const given = { token: "delhivery token", server: "" };
  const cancel = (http: Http, server: string) =>
    delhivery.void.ask(http, { ...given, server }, bookingOf("844", "844", "IN"));
  const there = { ShipmentData: [{ Shipment: { AWB: "844", Status: { StatusType: "UD", Status: "Manifested" } } }] };
  const yes = { status: 200, json: { status: "True", waybill: "844" } };
  expect(await outcomeOfAnswers(cancel, there, yes)).toEqual({ is: "done", value: { state: "voided" } });
  expect(await outcomeOfAnswers(cancel, there, { error: "Package cannot be cancelled" })).toMatchObject({
    is: "refused",
    code: "tooLate",
  });
  expect(await outcomeOfAnswers(cancel, there, { waybill: "844" })).toMatchObject({ is: "unknown" });
});

it("Delhivery's outcome is unknown if its status is unknown or missing", async () => {
  const book = (http: Http, server: string) =>
    delhivery.book.ask(
      http,
      { token: "delhivery token", server },
      asksToShip("IN", "Surface", { pickupPlace: "Main" }),
    );
  const parcel = { status: "Queued", waybill: "1234567890123" };
  for (const answer of [{ success: true, packages: [parcel] }, { success: true }, {}])
    expect(await outcomeOfAnswers(book, answer)).toMatchObject({ is: "unknown" });
  expect(await outcomeOfAnswers(book, { success: false })).toMatchObject({ is: "refused" });
  const balance = { success: false, error: "Your wallet balance is low.", rmk: 7 };
  expect(await outcomeOfAnswers(book, balance)).toMatchObject({ is: "refused", code: "balance", says: balance.error });
});

it("Delhivery's remarks are read as one text too, and its numbers as numbers", async () => {
  const given = { token: "delhivery token" };
  const asked = asksToShip("IN", "Surface", { pickupPlace: "Main" });
  const book = (http: Http, server: string) => delhivery.book.ask(http, { ...given, server }, asked);
  const failed = { status: "Fail", waybill: "", remarks: "Pincode is not serviceable" };
  expect(await outcomeOfAnswers(book, { success: false, packages: [failed] })).toMatchObject({
    is: "refused",
    code: "noService",
  });
  const made = { status: "Success", waybill: 84489910000011, remarks: "" };
  expect(await outcomeOfAnswers(book, { success: true, packages: [made] })).toMatchObject({
    value: { trackingNumber: "84489910000011" },
  });
  const track = (http: Http, server: string) =>
    delhivery.track(http, { ...given, server }, { ...bookingOf("844", "844", "IN"), at });
  const there = { ShipmentData: [{ Shipment: { AWB: 844, Status: { StatusType: "DL", Status: "Delivered" } } }] };
  expect(await outcomeOfAnswers(track, there)).toMatchObject({ value: { events: [{ status: "delivered" }] } });
});

it("Delhivery is not sent a parcel that needs an e-way bill", async () => {
  const dear = {
    ...asksToShip("IN", "Surface", { pickupPlace: "W" }),
    value: { amountMinor: 5_000_001, currency: "INR" },
  };
  const fake = await saying();
  const http = httpFor({ provider: "odd", secrets: [] });
  const given = { token: "delhivery token", server: fake.origin };
  expect(await delhivery.book.ask(http, given, dear)).toMatchObject({
    is: "refused",
    says: expect.stringContaining("e-way bill"),
  });
  expect(fake.asked).toEqual([]);
});

describe("EasyPost", () => {
  const given = { apiKey: "EZTKabc", labelFormat: "PDF" } as const;
  const rate = { id: "rate_1", carrier: "USPS", service: "Priority", rate: "5.93", currency: "USD" };
  const shipment = { id: "shp_1", rates: [rate], messages: ["Some carriers could not be asked."] };
  const asked = asksToShip("US", null);
  const track = (http: Http, server: string) =>
    easypost.track(http, { ...given, server }, { ...bookingOf("shp_1", "9400", "US"), at });

  // It has been paid for: nothing else in the response may put that in doubt.
  it("accepts a sold label with any form of messages and price", async () => {
    const book = (http: Http, server: string) => easypost.book.ask(http, { ...given, server }, asked);
    const bought = {
      ...shipment,
      messages: [7, null, { carrier: "UPS", message: "No account." }],
      tracking_code: "9400",
      selected_rate: { ...rate, rate: "free" },
      rates: [{ ...rate, carrier: null }, null],
      tracker: { id: "trk_1" },
      postage_label: { label_url: "https://files.test/1.pdf", label_file_type: "application/pdf", label_zpl_url: 7 },
    };
    expect(await outcomeOfAnswers(book, { status: 200, json: shipment }, bought)).toMatchObject({
      is: "done",
      value: { trackingNumber: "9400", cost: null, label: { format: "pdf" } },
    });
  });

  // Staff read that the refund's status was undefined.
  it("does not know what became of a label whose refund it gives no state of", async () => {
    const voids = (http: Http, server: string) =>
      easypost.void.ask(http, { ...given, server }, bookingOf("shp_1", "9400", "US"));
    expect(await outcomeOfAnswers(voids, shipment)).toEqual({ is: "unknown", why: "The refund is in no state." });
  });

  it("shows the other rates if one cannot be read", async () => {
    const rates = (http: Http, server: string) => easypost.rates(http, { ...given, server }, asked);
    const some = { status: 201, json: { ...shipment, rates: [{ ...rate, rate: null }, rate] } };
    expect(await outcomeOfAnswers(rates, some)).toMatchObject({ is: "done", value: [{ service: "USPS/Priority" }] });
  });

  it("refuses for the reasons that it gives, even as plain text", async () => {
    const rates = (http: Http, server: string) => easypost.rates(http, { ...given, server }, asked);
    const messages = [...shipment.messages, { carrier: "USPS", message: { code: 7 } }];
    const nobody = { status: 201, json: { ...shipment, messages, rates: [] } };
    expect(await outcomeOfAnswers(rates, nobody)).toEqual({
      is: "refused",
      code: "noService",
      says: "Some carriers could not be asked.",
    });
  });

  it("reports a status that has no scan, and that a refund was refused", async () => {
    const tracker = { tracking_code: "9400", status: "cancelled", updated_at: "2026-11-20T12:00:00Z" };
    const tracking_details = [{ datetime: "2026-11-20T09:00:00Z", status: "pre_transit", message: "Label made" }];
    const there = { ...shipment, refund_status: "rejected", tracker: { ...tracker, tracking_details } };
    expect(await outcomeOfAnswers(track, there)).toMatchObject({
      value: {
        events: [{ status: "booked" }, { status: "voided", at: new Date("2026-11-20T12:00:00Z") }],
        voidRefused: expect.any(String),
      },
    });
  });
});

describe("Shippo", () => {
  const given = { token: "shippo_test_a", labelFormat: "PDF_4x6" } as const;
  const transaction = { object_id: "t1", status: "SUCCESS", tracking_number: "9400", metadata: "", messages: ["Hm."] };

  // Tracking does not include refunds; without webhooks a store would wait forever.
  it.each([
    ["REFUNDED", { events: [{ at, status: "voided" }] }],
    ["REFUNDREJECTED", { events: [], voidRefused: expect.any(String) }],
    ["REFUNDPENDING", { events: [] }],
  ])("is asked about a label that is being cancelled: %s", async (status, value) => {
    const track = (http: Http, server: string) =>
      shippo.track(http, { ...given, server }, { ...bookingOf("t1", "9400", "US"), at, voiding: true });
    expect(
      await outcomeOfAnswers(track, { ...transaction, status: 200, json: { ...transaction, status } }),
    ).toMatchObject({
      is: "done",
      value,
    });
  });

  // One entry that cannot be read would hide that the parcel has arrived.
  it("reports the rest of the tracking if one entry has no status", async () => {
    const track = (http: Http, server: string) =>
      shippo.track(http, { ...given, server }, { ...bookingOf("t1", "9400", "US"), at });
    const arrived = { status: "DELIVERED", status_date: "2026-11-20T09:00:00Z" };
    const tracking_history = [{ status: null, status_date: null }, null, arrived];
    const told = { tracking_number: "9400", tracking_status: null, tracking_history };
    expect(await outcomeOfAnswers(track, told)).toMatchObject({
      is: "done",
      value: { events: [{ status: "delivered" }] },
    });
  });

  it("accepts a sold label with any form of messages, and with status 200", async () => {
    const servicelevel = { token: "usps_priority", name: null };
    const rate = { object_id: "r1", amount: "5.50", currency: "USD", provider: "USPS", servicelevel };
    const book = (http: Http, server: string) => shippo.book.ask(http, { ...given, server }, asksToShip("US", null));
    const sold = { status: 200, json: { ...transaction, rate, label_file_type: 7 } };
    const rates = [
      { ...rate, servicelevel: null },
      { ...rate, estimated_days: "2 or 3" },
    ];
    expect(await outcomeOfAnswers(book, { rates, messages: ["Hm."] }, sold)).toMatchObject({
      value: { trackingNumber: "9400", cost: { amountMinor: 550, currency: "USD" } },
    });
    const find = (http: Http, server: string) => shippo.book.find(http, { ...given, server }, asksToShip("US", null));
    const found = { results: [{ ...transaction, status: "SUCCESS", metadata: parcelId }] };
    expect(await outcomeOfAnswers(find, found, { object_id: "r1", amount: null })).toMatchObject({
      value: { trackingNumber: "9400", cost: null },
    });
  });
});

describe("FedEx", () => {
  const given = {
    ...{ clientId: "id", clientSecret: "secret", accountNumber: "740561073", webhookToken: "fedex_security_token" },
    ...({ pickup: "USE_SCHEDULED_PICKUP", labelFormat: "PDF", server: "" } as const),
  } as const;
  const asked = asksToShip("US", "FEDEX_GROUND");
  const living = (line1: string) => ({ ...asked, to: { ...asked.to, address: { ...asked.to.address, line1 } } });

  // Cut at 35 letters, the parcel would go to half an address.
  it("is sent a long street in several lines, and never one that does not fit", async () => {
    const long = "Apartment 12, The Old Cotton Exchange Building, 233 South Wacker Drive";
    expect(shipmentOf(given, living(long), null, "").recipients[0]?.address.streetLines).toEqual([
      "Apartment 12, The Old Cotton",
      "Exchange Building, 233 South Wacker",
      "Drive",
    ]);
    const book = (http: Http, server: string) => fedex.book.ask(http, { ...given, server }, living(`${long} ${long}`));
    expect(await outcomeOfAnswers(book)).toMatchObject({ is: "refused", code: "address" });
  });

  it("is sent names and descriptions cut to its limits", () => {
    const [item] = asked.items;
    const long = { ...asked, to: { ...toIn("NL"), name: "n".repeat(200), company: "c".repeat(200) } };
    const { recipients, customsClearanceDetail } = shipmentOf(
      given,
      { ...long, items: [{ ...item!, name: "ñ".repeat(500) }] },
      null,
      "",
    );
    expect(recipients[0]?.contact).toMatchObject({ personName: "n".repeat(70), companyName: "c".repeat(35) });
    expect(customsClearanceDetail?.commodities[0]?.description).toBe("ñ".repeat(450));
  });

  // East of Greenwich the UTC date can be yesterday's, which FedEx does not accept.
  it("is sent the store's date, or the UTC date if none was recorded", () => {
    const [then, now] = [asked, { ...asked, day: "2026-11-21" }].map((one) => shipmentOf(given, one, null, ""));
    expect([then?.shipDatestamp, now?.shipDatestamp]).toEqual(["2026-11-20", "2026-11-21"]);
  });

  it("reports a cancellation, which has no scan", async () => {
    const token = { access_token: "lent", expires_in: 3599 };
    const track = (http: Http, server: string) =>
      fedex.track(http, { ...given, server }, { ...bookingOf("794", "794", "US"), at });
    const result = {
      latestStatusDetail: { code: "CA", derivedCode: "CA", description: "Shipment cancelled by sender" },
      scanEvents: [{ date: "2026-11-20T09:00:00Z", derivedStatusCode: "OC", eventDescription: "Label made" }],
    };
    const told = { output: { completeTrackResults: [{ trackResults: [result] }] } };
    expect(await outcomeOfAnswers(track, token, told)).toMatchObject({
      value: { events: [{ status: "booked" }, { status: "voided", words: "Shipment cancelled by sender" }] },
    });
  });

  // Without its scans, and with the time of asking, a parcel would have arrived later than its customer signed for it.
  it("is delivered when it says, even without a scan of that", async () => {
    const token = { access_token: "lent", expires_in: 3599 };
    const track = (http: Http, server: string) =>
      fedex.track(http, { ...given, server }, { ...bookingOf("794", "794", "US"), at });
    const result = {
      latestStatusDetail: { code: "DL", derivedCode: "DL", description: "Delivered" },
      dateAndTimes: [
        { type: "ACTUAL_PICKUP", dateTime: "2026-11-18T09:00:00-06:00" },
        { type: "ACTUAL_DELIVERY", dateTime: "2026-11-20T03:00:00-06:00" },
      ],
    };
    const scanEvents = [{ date: "2026-11-19T09:00:00Z", derivedStatusCode: "OD", eventDescription: "On vehicle" }];
    const delivered = { at: new Date("2026-11-20T09:00:00Z"), status: "delivered", words: "Delivered" };
    for (const [one, events] of [
      [result, [delivered]],
      [{ ...result, scanEvents }, [{ status: "outForDelivery" }, delivered]],
    ] as const) {
      const told = { output: { completeTrackResults: [{ trackResults: [one] }] } };
      expect(await outcomeOfAnswers(track, token, told)).toMatchObject({ value: { events } });
    }
  });

  const piece = (more: object) => ({ output: { transactionShipments: [{ masterTrackingNumber: "794", ...more }] } });
  const document = (contentType: string, words: string) => ({
    ...{ contentType, docType: "PDF", encodedLabel: Buffer.from(words).toString("base64") },
  });

  // FedEx gives the label only once: with another document in its place, the parcel could not be sent.
  it("has a label among other documents, and a number of the shipment beside an empty one of the piece", async () => {
    const token = { access_token: "lent", expires_in: 3599 };
    const book = (http: Http, server: string) => fedex.book.ask(http, { ...given, server }, asked);
    const documents = [document("COMMERCIAL_INVOICE", "%PDF- invoice"), document("LABEL", "%PDF- label")];
    const booked = piece({ pieceResponses: [{ trackingNumber: "", packageDocuments: documents }] });
    expect(await outcomeOfAnswers(book, token, booked)).toMatchObject({
      is: "done",
      value: { trackingNumber: "794", label: { bytes: Buffer.from("%PDF- label") } },
    });
    const merged = piece({ pieceResponses: [{ packageDocuments: [document("MERGED_LABELS_ONLY", "%PDF- both")] }] });
    expect(await outcomeOfAnswers(book, token, merged)).toMatchObject({
      value: { label: { bytes: Buffer.from("%PDF- both") } },
    });
    expect(await outcomeOfAnswers(book, token, piece({ pieceResponses: "" }))).toMatchObject({
      value: { trackingNumber: "794", label: null },
    });
    const url = "https://documents.example/label.zpl";
    const linked = piece({ pieceResponses: [{ packageDocuments: [{ contentType: "LABEL", docType: "ZPLII", url }] }] });
    expect(await outcomeOfAnswers(book, token, linked)).toMatchObject({ value: { label: { format: "zpl", url } } });
  });

  it("signs under a second name too", () => {
    const headers = { "x-fdx-sc-signature": "DMjniVaJiowXSGzo+6LM0IKhENQee3y+31Ac/LjjFLI=" };
    const body = Buffer.from('{"trackingNumber":"794953555571","status":"DL"}');
    expect(fedex.receives.admit(given, { headers, body, at })).toMatch(/^sha256:/);
  });
});

describe("ShipStation", () => {
  const given = { apiKey: "TEST_a", labelFormat: "pdf", server: "" } as const;
  const booking = bookingOf("se-1", "1Z", "US");

  // Returned parcels would stay in transit forever.
  it("reports a return that has no scan", async () => {
    const track = (http: Http, server: string) => shipstation.track(http, { ...given, server }, { ...booking, at });
    const events = [{ occurred_at: "2026-11-20T09:00:00Z", status_code: "IT", description: "In transit" }];
    const tracking = { tracking_number: "1Z", status_code: "EX", status_detail_code: "RETURN_TO_SENDER", events };
    expect(await outcomeOfAnswers(track, tracking)).toMatchObject({
      value: { events: [{ status: "inTransit" }, { status: "returning" }] },
    });
  });

  it("accepts a sold label with any form of its files", async () => {
    const find = (http: Http, server: string) =>
      shipstation.book.find(http, { ...given, server }, asksToShip("US", "se-1/x"));
    const sold = { label_id: "se-1", status: "completed", tracking_number: "1Z" };
    const files = { label_download: { pdf: "https://files.test/1.pdf", png: [] }, form_download: 7 };
    expect(await outcomeOfAnswers(find, { ...sold, ...files })).toMatchObject({ value: { label: { format: "pdf" } } });
  });

  it("does not take a voided label for a valid one", async () => {
    const find = (http: Http, server: string) =>
      shipstation.book.find(http, { ...given, server }, asksToShip("US", "se-1/x"));
    const voided = { label_id: "se-1", status: "voided", tracking_number: "1Z" };
    expect(await outcomeOfAnswers(find, voided)).toMatchObject({ is: "refused" });
  });

  it("adds up a rate with only some of its parts", async () => {
    const rate = { carrier_id: "se-1", service_code: "x", service_type: "X", carrier_friendly_name: "UPS" };
    const rates = (http: Http, server: string) =>
      shipstation.rates(http, { ...given, server, carriers: "se-1" }, asksToShip("US", null));
    const answer = { rate_response: { rates: [{ ...rate, shipping_amount: { currency: "usd", amount: 5.93 } }] } };
    expect(await outcomeOfAnswers(rates, answer)).toMatchObject({ value: [{ cost: { amountMinor: 593 } }] });
  });
});

it("accepts Easyship's label in any form of rates and courier", async () => {
  const given = { token: "sand_a", itemCategory: "fashion", labelFormat: "pdf" } as const;
  const book = (http: Http, server: string) => easyship.book.ask(http, { ...given, server }, asksToShip("US", "cs1"));
  const made = { easyship_shipment_id: "ESSG1", label_state: "generated", trackings: [{ tracking_number: "1Z" }] };
  const shipment = {
    ...{ ...made, rates: [{ total_charge: null }], courier_service: { id: null, name: "UPS" } },
    ...{ trackings: [{ tracking_number: "1Z", leg_number: "1" }], shipping_documents: { label: "soon" } },
    ...{ updated_at: 1_795_000_000, order_data: "", last_failure_http_response_messages: {} },
  };
  expect(await outcomeOfAnswers(book, { status: 201, json: { shipment } })).toMatchObject({
    is: "done",
    value: { trackingNumber: "1Z", cost: null, courier: null, label: null },
  });
});

// A parcel that goes abroad is held at customs without its invoice, and nobody here knew that there was one.
describe("a commercial invoice beside the label", () => {
  const url = "https://documents.example/invoice.pdf";
  const label = { label_url: "https://labels.example/1.pdf", label_file_type: "application/pdf" };

  it("is in Shippo's purchase", async () => {
    const given = { token: "shippo_test_a", labelFormat: "PDF_4x6", webhookToken: "t" } as const;
    const ask = (http: Http, server: string) =>
      shippo.book.ask(http, { ...given, server }, asksToShip("US", "usps_priority"));
    const rate = {
      object_id: "r1",
      amount: "5",
      currency: "USD",
      provider: "USPS",
      servicelevel: { token: "usps_priority", name: "P" },
    };
    const bought = { object_id: "t1", status: "SUCCESS", label_url: label.label_url, commercial_invoice_url: url };
    const shipment = { object_id: "s1", status: "SUCCESS", rates: [rate], messages: [] };
    expect(await outcomeOfAnswers(ask, { status: 201, json: shipment }, { status: 201, json: bought })).toMatchObject({
      value: { customsDocuments: { format: "pdf", url } },
    });
  });

  it("is among EasyPost's forms", () => {
    const shipment = { id: "shp_1", tracking_code: "EZ1", postage_label: label };
    const forms = [
      { form_type: "cn22", form_url: "https://documents.example/cn22.pdf" },
      { form_type: "commercial_invoice", form_url: url },
    ];
    expect(bookedIn(Shipment.parse({ ...shipment, forms }))).toMatchObject({ value: { customsDocuments: { url } } });
    expect(bookedIn(Shipment.parse({ ...shipment, forms: "none" }))).toMatchObject({
      value: { customsDocuments: null },
    });
  });

  it.each([
    ["shippo", shippo, { object_id: "t1", status: "SUCCESS", label_url: label.label_url }],
    ["easypost", easypost, { id: "shp_1", tracking_code: "EZ1", postage_label: label, forms: [] }],
  ] as const)("is refused by %s if there is none", async (_, carrier, booked) => {
    const given = { token: "shippo_test_a", apiKey: "EZTKabc", labelFormat: "PDF" };
    const asked = (answer: object) =>
      outcomeOfAnswers(
        (http, server) =>
          (carrier as Carrier<Settings>).askCustomsDocuments!(http, { ...given, server }, bookingOf("1", "1", "US")),
        answer,
      );
    expect(await asked(booked)).toMatchObject({ is: "refused", says: expect.stringContaining("no customs documents") });
    expect(await asked({ status: 401, json: {} })).toMatchObject({ is: "refused", code: "credentials" });
  });

  it("is among Easyship's documents", async () => {
    const given = { token: "sand_a", itemCategory: "fashion", labelFormat: "zpl" } as const;
    const ask = (http: Http, server: string) => easyship.book.ask(http, { ...given, server }, asksToShip("US", "cs1"));
    const documents = [
      { category: "commercial_invoice", base64_encoded_strings: [Buffer.from("%PDF- invoice").toString("base64")] },
      { category: "label", url: "https://labels.example/1.zpl" },
    ];
    const shipment = { easyship_shipment_id: "ESSG1", label_state: "generated", shipping_documents: documents };
    expect(await outcomeOfAnswers(ask, { status: 201, json: { shipment } })).toMatchObject({
      value: {
        label: { format: "zpl", url: "https://labels.example/1.zpl" },
        customsDocuments: { format: "pdf", bytes: Buffer.from("%PDF- invoice") },
      },
    });
  });
});

it("Easyship's refusal of a label is read in any form, and so is its refusal to void one", async () => {
  const given = { token: "sand_a", itemCategory: "fashion", labelFormat: "pdf" } as const;
  const shipment = { easyship_shipment_id: "ESSG1", label_state: "failed" };
  const book = (http: Http, server: string) => easyship.book.ask(http, { ...given, server }, asksToShip("US", "cs1"));
  const messages = ["No pick-up there.", { content: "Weight is too high." }, 7];
  const failed = { status: 201, json: { shipment: { ...shipment, last_failure_http_response_messages: messages } } };
  expect(await outcomeOfAnswers(book, failed)).toMatchObject({
    is: "refused",
    says: "No pick-up there. Weight is too high.",
  });
  const track = (http: Http, server: string) =>
    easyship.track(http, { ...given, server }, { ...bookingOf("ESSG1", "1Z", "US"), at });
  expect(await outcomeOfAnswers(track, { shipment: { ...shipment, label_state: "void_failed" } })).toMatchObject({
    value: { voidRefused: expect.any(String) },
  });
});

// Its own empty error page means that the request was wrong, so nothing was booked.
it("Shippit's empty 400 is a refusal, and an unreadable price does not put a booking in doubt", async () => {
  const book = (http: Http, server: string) =>
    shippit.book.ask(http, { apiSecret: "shippit secret", server }, asksToShip("AU", "standard"));
  const blank = { status: 400, text: "", headers: { "content-type": "text/html" } };
  expect(await outcomeOfAnswers(book, blank)).toMatchObject({ is: "refused" });
  expect(await outcomeOfAnswers(book, { response: { tracking_number: "PP1", price: "on account" } })).toMatchObject({
    value: { trackingNumber: "PP1", cost: null },
  });
});

it("NimbusPost's outcome is unknown if its response has no status", async () => {
  const given = { generation: "v2", apiKey: "nimbus key", apiSecret: "nimbus secret" } as const;
  const book = (http: Http, server: string) =>
    nimbuspost.book.ask(http, { ...given, server }, asksToShip("IN", "1", { pickupPlace: "w1" }));
  expect(await outcomeOfAnswers(book, { data: { order_id: 1 } })).toMatchObject({ is: "unknown" });
});

it("NimbusPost's numbers are read as numbers in its tracking as well", async () => {
  const older = { generation: "v1", email: "api@example.com", password: "pass word" } as const;
  const newer = { generation: "v2", apiKey: "key", apiSecret: "secret key" } as const;
  const booking = { ...bookingOf("17", "590", "IN"), at };
  const history = [{ status_code: "IT", location: 560001, event_time: "2026-11-20 10:00", message: "On its way" }];
  expect(
    await outcomeOfAnswers(
      (http, server) => nimbuspost.track(http, { ...older, server }, booking),
      { status: true, data: "token" },
      { status: true, data: { status: "in transit", history } },
    ),
  ).toMatchObject({ value: { events: [{ status: "inTransit", place: "560001" }] } });
  const order = {
    order_status: "delivered",
    shipment: { awb: 590, courier_name: 3, delivered_at: "2026-11-20 10:00" },
  };
  expect(
    await outcomeOfAnswers((http, server) => nimbuspost.track(http, { ...newer, server }, booking), {
      success: true,
      data: order,
    }),
  ).toMatchObject({ value: { events: [{ status: "delivered" }] } });
});

it("sends Sendcloud no more digits of a customs code than it takes", () => {
  const items = asksToShip("IN", null).items.map((item) => ({ ...item, hsCode: "6109.10.00.10.999" }));
  const asked = asksToShip("NL", null, { items });
  const announced = announcementOf({ publicKey: "p", secretKey: "s", labelFormat: "pdf" }, asked, "postnl:standard");
  expect(announced.parcels[0]?.parcel_items?.[0]?.hs_code).toBe("610910001099");
});

// Sendcloud takes twelve characters, and Shiprocket a number.
it("sends a customs code with dots in the form that each carrier accepts", () => {
  const items = asksToShip("IN", null).items.map((item) => ({ ...item, hsCode: "6109.10.00.10" }));
  const announced = announcementOf(
    { publicKey: "p", secretKey: "s", labelFormat: "pdf" },
    asksToShip("NL", null, { items }),
    "postnl:standard",
  );
  expect(announced.parcels[0]?.parcel_items?.[0]?.hs_code).toBe("6109100010");
  expect(orderOf(asksToShip("IN", null, { items })).order_items[0]).toMatchObject({ hsn: 6_109_100_010 });
  expect(manifestOf(asksToShip("IN", null, { items })).shipments[0]).toMatchObject({ hsn_code: "6109100010" });
  const tea = items.map((item) => ({ ...item, hsCode: "0902.40.20" }));
  expect(orderOf(asksToShip("IN", null, { items: tea })).order_items[0]).toMatchObject({ hsn: "09024020" });
});

/** None of these says yes, and none says no. */
describe("The outcome is unknown if", () => {
  it("Delhivery contradicts itself, or says something about a cancellation without a status", async () => {
    const given = { token: "delhivery token" };
    const asked = asksToShip("IN", "Surface", { pickupPlace: "Main" });
    const book = (http: Http, server: string) => delhivery.book.ask(http, { ...given, server }, asked);
    const parcel = { status: "Success", waybill: "1234567890123" };
    expect(await outcomeOfAnswers(book, { success: false, packages: [parcel] })).toMatchObject({ is: "unknown" });
    const cancel = (http: Http, server: string) =>
      delhivery.void.ask(http, { ...given, server }, bookingOf("844", "844", "IN"));
    const there = { ShipmentData: [{ Shipment: { AWB: "844", Status: { StatusType: "UD", Status: "Manifested" } } }] };
    expect(await outcomeOfAnswers(cancel, there, { remark: "Shipment has been cancelled." })).toMatchObject({
      is: "unknown",
    });
  });

  it("Delhivery shows another parcel; among several the one that was asked for is found", async () => {
    const given = { token: "delhivery token" };
    const track = (http: Http, server: string) =>
      delhivery.track(http, { ...given, server }, { ...bookingOf("844", "844", "IN"), at });
    const shown = (AWB: string) => ({
      Shipment: { AWB, Status: { StatusType: "UD", Status: AWB === "844" ? "Manifested" : "In Transit" } },
    });
    expect(await outcomeOfAnswers(track, { ShipmentData: [shown("843")] })).toMatchObject({ is: "unknown" });
    expect(await outcomeOfAnswers(track, { ShipmentData: [shown("843"), shown("844")] })).toMatchObject({
      value: { events: [{ status: "booked" }] },
    });
  });

  it("Shiprocket has assigned a number and does not show it, or arranged a pick-up without its status", async () => {
    const given = { email: "api@example.com", password: "pass word" };
    const asked = asksToShip("IN", "24", { pickupPlace: "Main" });
    const book = (http: Http, server: string) => shiprocket.book.ask(http, { ...given, server }, asked);
    const assigned = { awb_assign_status: 1, message: "AWB assigned", response: "Done" };
    expect(await outcomeOfAnswers(book, token, madeOrder, assigned)).toMatchObject({ is: "unknown" });
    const collect = (http: Http, server: string) =>
      shiprocket.pickup.ask(
        http,
        { ...given, server },
        { bookings: [bookingOf("15", "321", "IN")], from: asked.from, at },
      );
    const arranged = { response: { pickup_token_number: "Ref 1", data: "Pickup is confirmed" } };
    expect(await outcomeOfAnswers(collect, token, arranged)).toMatchObject({ is: "unknown" });
    expect(await outcomeOfAnswers(collect, token, { message: "No courier comes." })).toMatchObject({ is: "refused" });
  });

  it("Shippit or FedEx does not say whether a label was cancelled", async () => {
    const shippits = (http: Http, server: string) =>
      shippit.void.ask(http, { apiSecret: "shippit secret", server }, bookingOf("PP1", "PP1", "AU"));
    expect(await outcomeOfAnswers(shippits, { response: { tracking_number: "PP1" } })).toMatchObject({ is: "unknown" });
    const account = { clientId: "id", clientSecret: "secret", accountNumber: "740561073" };
    const given = { ...account, pickup: "USE_SCHEDULED_PICKUP", labelFormat: "PDF" } as const;
    const fedexs = (http: Http, server: string) =>
      fedex.void.ask(http, { ...given, server }, bookingOf("794", "794", "US"));
    const lent = { access_token: "lent", expires_in: 3599 };
    expect(await outcomeOfAnswers(fedexs, lent, { output: {} })).toMatchObject({ is: "unknown" });
    expect(await outcomeOfAnswers(fedexs, lent, { output: { cancelledShipment: false } })).toMatchObject({
      is: "refused",
    });
  });

  it("a label has an empty id", async () => {
    const given = { publicKey: "public", secretKey: "secret key", labelFormat: "pdf" } as const;
    const book = (http: Http, server: string) => sendcloud.book.ask(http, { ...given, server }, asksToShip("NL", "a"));
    const parcels = [{ id: 1, status: { code: "READY_TO_SEND" }, tracking_number: "3S" }];
    expect(await outcomeOfAnswers(book, { data: { id: "", parcels } })).toMatchObject({ is: "unknown" });
  });
});

it("Sendcloud has announced a parcel that is ready, whatever it notes beside it", async () => {
  const given = { publicKey: "public", secretKey: "secret key", labelFormat: "pdf" } as const;
  const book = (http: Http, server: string) => sendcloud.book.ask(http, { ...given, server }, asksToShip("NL", "a"));
  const parcel = { id: 1, tracking_number: "3S", tracking_url: "javascript:alert(1)", label_file: 7 };
  const answer = (code: string) => ({
    data: { id: "s1", parcels: [{ ...parcel, status: { code } }], errors: [{ detail: "No customs form." }] },
  });
  expect(await outcomeOfAnswers(book, answer("READY_TO_SEND"))).toMatchObject({
    is: "done",
    // An address that is not on the web is no tracking page.
    value: { trackingNumber: "3S", trackingUrl: null, label: null },
  });
  expect(await outcomeOfAnswers(book, answer("ANNOUNCEMENT_FAILED"), {})).toMatchObject({ is: "refused" });
});

// Its description has 207 for an account of which one carrier does not answer: the others were not asked for prices.
it("ShipStation's other carriers are asked for rates if one of them cannot be listed", async () => {
  const given = { apiKey: "TEST_a", labelFormat: "pdf" } as const;
  const rates = (http: Http, server: string) => shipstation.rates(http, { ...given, server }, asksToShip("US", null));
  const some = { status: 207, json: { carriers: [{ carrier_id: "se-1" }, {}], errors: [{ message: "No answer." }] } };
  const rate = { carrier_id: "se-1", service_code: "x", service_type: "X", carrier_friendly_name: "UPS" };
  const answer = { rate_response: { rates: [{ ...rate, shipping_amount: { currency: "usd", amount: 5 } }] } };
  expect(await outcomeOfAnswers(rates, some, answer)).toMatchObject({ is: "done", value: [{ service: "se-1/x" }] });
  const check = (http: Http, server: string) => shipstation.check(http, { ...given, server });
  expect(await outcomeOfAnswers(check, some)).toMatchObject({ is: "done" });
});

// A letter, for example. It is paid for, and asking again would never bring a number.
describe("A label of a service without tracking is bought, with the booking's id in place of a number", () => {
  const us = asksToShip("US", null);

  it("at EasyPost", async () => {
    const rate = { id: "rate_1", carrier: "USPS", service: "First", rate: "0.73", currency: "USD" };
    const given = { apiKey: "EZTKabc", labelFormat: "PDF" } as const;
    const book = (http: Http, server: string) => easypost.book.ask(http, { ...given, server }, us);
    const postage_label = { label_url: "https://files.test/1.pdf" };
    const shipment = { id: "shp_1", rates: [rate] };
    expect(await outcomeOfAnswers(book, shipment, { ...shipment, tracking_code: null, postage_label })).toMatchObject({
      is: "done",
      value: { bookingId: "shp_1", trackingNumber: "shp_1" },
    });
    expect(await outcomeOfAnswers(book, shipment, shipment)).toMatchObject({ is: "unknown" });
  });

  it("at Shippo", async () => {
    const rate = { object_id: "r1", amount: "5.50", currency: "USD", provider: "USPS", servicelevel: { token: "x" } };
    const given = { token: "shippo_test_a", labelFormat: "PDF_4x6" } as const;
    const book = (http: Http, server: string) => shippo.book.ask(http, { ...given, server }, us);
    const bought = (status: string) => ({ object_id: "t1", status, tracking_number: "" });
    const of = (status: string) => outcomeOfAnswers(book, { rates: [rate] }, { status: 201, json: bought(status) });
    expect(await of("SUCCESS")).toMatchObject({ is: "done", value: { trackingNumber: "t1" } });
    expect(await of("QUEUED")).toMatchObject({ is: "unknown" });
  });

  it("at ShipStation", async () => {
    const given = { apiKey: "TEST_a", labelFormat: "pdf", server: "" } as const;
    const book = (http: Http, server: string) =>
      shipstation.book.ask(http, { ...given, server }, asksToShip("US", "se-1/x"));
    const of = (status: string) => outcomeOfAnswers(book, { label_id: "se-1", status, trackable: false });
    expect(await of("completed")).toMatchObject({ is: "done", value: { trackingNumber: "se-1" } });
    expect(await of("processing")).toMatchObject({ is: "unknown" });
  });

  it("at Sendcloud", async () => {
    const given = { publicKey: "public", secretKey: "secret key", labelFormat: "pdf" } as const;
    const book = (http: Http, server: string) => sendcloud.book.ask(http, { ...given, server }, asksToShip("NL", "a"));
    const of = (code: string) =>
      outcomeOfAnswers(book, { data: { id: "s1", parcels: [{ id: 1, status: { code }, tracking_number: "" }] } });
    expect(await of("READY_TO_SEND")).toMatchObject({ is: "done", value: { trackingNumber: "s1", trackingUrl: null } });
    expect(await of("UNKNOWN")).toMatchObject({ is: "unknown" });
  });
});

it("FedEx's tracking is read from the result that has some", async () => {
  const account = { clientId: "id", clientSecret: "secret", accountNumber: "740561073" };
  const given = { ...account, pickup: "USE_SCHEDULED_PICKUP", labelFormat: "PDF" } as const;
  const track = (http: Http, server: string) =>
    fedex.track(http, { ...given, server }, { ...bookingOf("794", "794", "US"), at });
  const result = { latestStatusDetail: { code: "OC", description: "Label made" } };
  const told = { output: { completeTrackResults: [{ trackResults: [{}, result] }] } };
  expect(await outcomeOfAnswers(track, { access_token: "lent", expires_in: 3599 }, told)).toMatchObject({
    value: { events: [{ status: "booked", words: "Label made" }] },
  });
});

// No date can be made of it, and no answer of the order that has it.
it("An event has the time of asking if its own cannot be one", async () => {
  const track = (http: Http, server: string) =>
    shippit.track(http, { apiSecret: "shippit secret", server }, { ...bookingOf("PP1", "PP1", "AU"), at });
  for (const time of [1e15, "0001-01-01T00:00:00Z", "0000-01-01"]) {
    expect(await outcomeOfAnswers(track, { response: { track: [{ status: "in_transit", time }] } })).toMatchObject({
      value: { events: [{ at, status: "inTransit" }] },
    });
  }
});

/** A carrier's rates as it answers them: the list with the given entries around a good one, and with a price in it. */
const lists: Readonly<
  Record<
    string,
    readonly [carrier: Pick<Carrier, "rates">, given: object, answers: (price: unknown, odd: unknown[]) => object[]]
  >
> = {
  shiprocket: [
    shiprocket,
    { email: "api@example.com", password: "pass word" },
    (rate, odd) => [
      token,
      { data: { available_courier_companies: [...odd, { courier_company_id: 1, courier_name: "Blue Dart", rate }] } },
    ],
  ],
  nimbuspost: [
    nimbuspost,
    { generation: "v1", email: "api@example.com", password: "pass word" },
    (total_charges, odd) => [
      { status: true, data: "token" },
      { status: true, data: [...odd, { id: 1, name: "Blue Dart", total_charges }] },
    ],
  ],
  shipstation: [
    shipstation,
    { apiKey: "TEST_a", labelFormat: "pdf", carriers: "se-1" },
    (amount, odd) => [
      {
        rate_response: {
          rates: [
            ...odd,
            {
              ...{ carrier_id: "se-1", service_code: "x", service_type: "X", carrier_friendly_name: "UPS" },
              shipping_amount: { currency: "usd", amount },
            },
          ],
        },
      },
    ],
  ],
  easyship: [
    easyship,
    { token: "sand_a", itemCategory: "fashion", labelFormat: "pdf" },
    (total_charge, odd) => [
      { rates: [...odd, { courier_service: { id: "cs1", name: "UPS" }, total_charge, currency: "USD" }] },
    ],
  ],
  fedex: [
    fedex,
    {
      ...{ clientId: "id", clientSecret: "secret", accountNumber: "740561073" },
      ...{ pickup: "USE_SCHEDULED_PICKUP", labelFormat: "PDF" },
    },
    (totalNetCharge, odd) => [
      { access_token: "lent", expires_in: 3599 },
      {
        output: {
          rateReplyDetails: [
            ...odd,
            { serviceType: "FEDEX_GROUND", ratedShipmentDetails: [{ totalNetCharge, currency: "USD" }] },
          ],
        },
      },
    ],
  ],
  sendcloud: [
    sendcloud,
    { publicKey: "public", secretKey: "secret key", labelFormat: "pdf" },
    (value, odd) => [
      { data: [...odd, { code: "a", name: "A", quotes: [{ price: { total: { value, currency: "EUR" } } }] }] },
    ],
  ],
  shippit: [
    shippit,
    { apiSecret: "shippit secret" },
    (price, odd) => [{ response: [...odd, { courier_type: "standard", success: true, quotes: [null, { price }] }] }],
  ],
};

describe.each(Object.entries(lists))("%s, asked for rates", (_, [carrier, given, answers]) => {
  const ratesOf = (price: unknown, odd: unknown[] = []) =>
    outcomeOfAnswers(
      (http, server) =>
        carrier.rates!(http, { ...given, server } as Settings, asksToShip("IN", null, { pickupPlace: "Main" })),
      ...answers(price, odd),
    );

  it("lists those that can be read", async () => {
    const one = { is: "done", value: [{ cost: { amountMinor: 1250 } }] };
    expect(await ratesOf(12.5, [null, {}, "x", { courier_service: null }])).toMatchObject(one);
    expect(await ratesOf(12.5)).toMatchObject(one);
    expect(await ratesOf("12.50")).toMatchObject(one);
  });

  it("lists one without its price if that cannot be read, rather than none", async () => {
    for (const price of [-1, 1e21]) expect(await ratesOf(price)).toMatchObject({ is: "done", value: [{ cost: null }] });
  });
});

/** A booking, and the answers to it with the fields that no label depends on in other forms than described. */
interface Bought {
  readonly carrier: Carrier;
  readonly given: Settings;
  readonly from: string;
  readonly service: string;
  readonly answers: readonly object[];
}

const oddDocument = { contentType: 7, encodedLabel: "JVBERi0x" };
const odd = { messages: "none", metadata: 7, carrier: "PostNL", courier_name: 7, form_download: { href: 7 } };
const bought: Readonly<Record<string, Bought>> = {
  easypost: {
    ...{ carrier: easypost, given: { apiKey: "EZTK1", labelFormat: "PDF" }, from: "US", service: "USPS/First" },
    answers: [
      { ...odd, id: "shp_1", rates: [{ id: "r", carrier: "USPS", service: "First", rate: "5", currency: "USD" }] },
      {
        ...{ ...odd, id: "shp_1", reference: 7, tracking_code: 321, refund_status: 0, forms: {}, tracker: "trk_1" },
        postage_label: { label_url: "https://a.example/1" },
      },
    ],
  },
  shippo: {
    ...{ carrier: shippo, given: { token: "shippo_test_1", labelFormat: "PDF" }, from: "US", service: "first" },
    answers: [
      {
        ...odd,
        rates: [{ object_id: "r", amount: 5, currency: "USD", provider: "USPS", servicelevel: { token: "first" } }],
      },
      { ...odd, object_id: "t1", status: "SUCCESS", object_created: 7, rate: 7, tracking_number: 321 },
    ],
  },
  shipstation: {
    ...{ carrier: shipstation, given: { apiKey: "TEST_1", labelFormat: "pdf" }, from: "US", service: "se-1/first" },
    answers: [{ ...odd, label_id: "se-1", status: "completed", tracking_number: 321, carrier_code: {} }],
  },
  sendcloud: {
    ...{ carrier: sendcloud, given: { publicKey: "public", secretKey: "secret key", labelFormat: "pdf" } },
    ...{ from: "NL", service: "a" },
    answers: [
      {
        data: {
          ...{ ...odd, id: "s1" },
          parcels: [{ id: "7", tracking_number: 321, status: { code: 1000, message: 7 }, documents: [{ type: 7 }] }],
        },
      },
    ],
  },
  easyship: {
    ...{ carrier: easyship, given: { token: "sand_1", itemCategory: "fashion", labelFormat: "pdf" } },
    ...{ from: "US", service: "c" },
    answers: [
      {
        shipment: {
          ...{ easyship_shipment_id: "ES1", label_state: "generated", shipment_state: 7, delivery_state: {} },
          ...{ trackings: [null, { tracking_number: 321 }], courier_service: { id: "c", name: 7 } },
          shipping_documents: [null, { category: "label", base64_encoded_strings: ["JVBERi0x"], url: 7 }],
        },
      },
    ],
  },
  fedex: {
    carrier: fedex,
    given: { clientId: "id", clientSecret: "secret", accountNumber: "740561073", pickup: "x", labelFormat: "PDF" },
    ...{ from: "US", service: "FEDEX_2_DAY" },
    answers: [
      { access_token: "lent" },
      {
        output: {
          transactionShipments: [
            { pieceResponses: [{ trackingNumber: 321, packageDocuments: [null, oddDocument] }], shipmentDocuments: {} },
          ],
        },
      },
    ],
  },
  delhivery: {
    ...{ carrier: delhivery, given: { token: "delhivery token" }, from: "IN", service: "Surface" },
    answers: [{ success: "true", packages: [{ status: "Success", waybill: 321 }] }],
  },
  nimbuspost: {
    ...{ carrier: nimbuspost, given: { generation: "v1", email: "api@example.com", password: "pass word" } },
    ...{ from: "IN", service: "1" },
    answers: [
      { status: 200, json: { status: "true", data: "lent" } },
      { status: 200, json: { status: 1, data: { shipment_id: 7, awb_number: 321 } } },
    ],
  },
};

// It was bought, and waited for staff, who might have bought another; FedEx's label was lost, as it gives it only once.
it.each(Object.entries(bought))(
  "%s: a label that was bought is recorded whatever else the answer says",
  async (name, { carrier, given, from, service, answers }) => {
    const asked = asksToShip(from, service, { pickupPlace: "Main" });
    const book = (http: Http, server: string) => carrier.book!.ask(http, { ...given, server } as Settings, asked);
    const label = name === "fedex" || name === "easyship" ? { label: { format: "pdf" } } : {};
    expect(await outcomeOfAnswers(book, ...answers)).toMatchObject({
      is: "done",
      value: { trackingNumber: "321", ...label },
    });
  },
);

// Its parcel waited for staff.
it.each<readonly [Carrier, Settings, readonly object[]]>([
  [shipstation, { apiKey: "TEST_1" }, [{ approved: "true", message: 7 }]],
  [
    fedex,
    { clientId: "id", clientSecret: "secret" },
    [{ access_token: "a" }, { output: { cancelledShipment: "true" } }],
  ],
  [nimbuspost, { generation: "v2", apiKey: "key", apiSecret: "secret" }, [{ success: 1 }]],
])("$code: a label is cancelled if it says so in another form", async (carrier, given, answers) => {
  const cancel = (http: Http, server: string) =>
    carrier.void!.ask(http, { ...given, server } as Settings, bookingOf("7", "321", "US"));
  expect(await outcomeOfAnswers(cancel, ...answers)).toEqual({ is: "done", value: { state: "voided" } });
});

it("sorts prices in the store's currency first, and never compares one currency with another", () => {
  const costs = ["USD 12", "INR 900", "", "EUR 3", "INR 80", "USD 7"].map((text) => {
    const [currency, amount] = text.split(" ");
    return { cost: currency ? { currency, amountMinor: Number(amount) } : null };
  });
  expect(costs.toSorted(byCost("INR")).map(({ cost }) => cost && `${cost.currency} ${cost.amountMinor}`)).toEqual([
    ...["INR 80", "INR 900", "EUR 3", "USD 7", "USD 12"],
    null,
  ]);
});

it.each([
  [5.93, "usd", { amountMinor: 593, currency: "USD" }],
  [5.93, " usd ", { amountMinor: 593, currency: "USD" }],
  ["5.93", "dollars", null],
  [1e21, "USD", null],
  ["", "USD", null],
  [undefined, "USD", null],
  ["5.93", "", null],
  ["-1", "USD", null],
  ["soon", "USD", null],
] as const)("the price of a label: %s %s", (value, currency, expected) => {
  expect(priced(value, currency)).toEqual(expected);
});
