/** A scan that cannot be read does not hide the others: otherwise the parcel would never count as delivered. */
import { expect, it } from "vitest";
import type { Settings } from "#core/provider/settings";
import { type CarrierCode, carrierOf } from "#core/shipping/carriers/index";
import type { Tracked } from "#core/shipping/carriers/tracking-events";
import { mergedEvents } from "#core/shipping/tracking/merge-events";
import { inbound, nobody } from "../provider/told.ts";
import { outcomeOfAnswers } from "./answered.ts";
import { at, bookingOf } from "./asked.ts";

/** The answers to a request for tracking: the given scans, and an ordinary one after them. */
type Told = readonly [CarrierCode, Settings, (odd: readonly unknown[]) => readonly object[]];

const lent = { access_token: "lent", expires_in: 3_600 };
const apart = "2026-11-20T10:00:00Z";
const cases: readonly Told[] = [
  [
    "delhivery",
    { token: "delhivery token" },
    (odd) => {
      const ScanDetail = { Scan: "In Transit", ScanType: "UD", ScanDateTime: apart, ScannedLocation: 7 };
      return [{ ShipmentData: [{ Shipment: { AWB: "321", Scans: [...odd, { ScanDetail }] } }] }];
    },
  ],
  [
    "shiprocket",
    { email: "api@example.com", password: "pass word" },
    (odd) => {
      const shipment_track_activities = [...odd, { date: apart, activity: "Picked up", "sr-status": "18" }];
      return [{ token: "lent" }, { tracking_data: { shipment_track_activities, shipment_track: [null] } }];
    },
  ],
  [
    "nimbuspost",
    { generation: "v1", email: "a@example.com", password: "pass word" },
    (odd) => {
      const history = [...odd, { status_code: "IT", event_time: apart, message: 7 }];
      return [
        { status: 200, json: { status: true, data: "lent" } },
        { status: 200, json: { status: true, data: { history } } },
      ];
    },
  ],
  [
    "indiapost",
    { customerId: "1000012345", password: "pass word" },
    (odd) => {
      const tracking_details = [...odd, { date: apart, event: "Item Dispatched", office: {} }];
      const data = [{ booking_details: { article_number: "321" }, tracking_details }];
      return [
        { success: true, data: lent },
        { success: true, data },
      ];
    },
  ],
  [
    "fedex",
    { clientId: "id", clientSecret: "secret", accountNumber: "740561073" },
    (odd) => {
      const scanEvents = [...odd, { date: apart, eventType: "IT", eventDescription: 7, scanLocation: "Memphis" }];
      return [lent, { output: { completeTrackResults: [{ trackResults: [{ scanEvents }] }] } }];
    },
  ],
  [
    "easypost",
    { apiKey: "EZTKabc" },
    (odd) => {
      const tracking_details = [...odd, { datetime: apart, status: "in_transit", message: 7, tracking_location: "IL" }];
      return [{ id: "15", tracker: { tracking_code: "321", status: "in_transit", tracking_details } }];
    },
  ],
  [
    "sendcloud",
    { publicKey: "public", secretKey: "secret key" },
    (odd) => [{ events: [...odd, { event_at: apart, status_code: 3, status_description: "Sorted" }] }],
  ],
  [
    "shipstation",
    { apiKey: "TEST_abc" },
    (odd) => {
      const events = [...odd, { occurred_at: apart, status_code: "IT", postal_code: 7, city_locality: 7 }];
      return [{ tracking_number: "321", status_code: "IT", events }];
    },
  ],
  [
    "shippo",
    { token: "shippo_test_a" },
    (odd) => {
      const tracking_history = [...odd, { status: "TRANSIT", status_date: apart, status_details: 7, location: "IL" }];
      return [{ tracking_number: "321", tracking_status: null, tracking_history }];
    },
  ],
];

it.each(cases)("of %s", async (code, given, told) => {
  const carrier = await carrierOf(code);
  const outcome = await outcomeOfAnswers(
    (http, server) => carrier.track!(http, { ...given, server }, { ...bookingOf("15", "321", "IN"), at }),
    ...told([null, "x", 7]),
  );
  expect(outcome).toMatchObject({ is: "done", value: { events: [{ at: new Date(apart), status: "inTransit" }] } });
});

const shiprocketKnows = (shipment_status: number, ...activities: readonly (readonly [string, string])[]) => [
  { token: "lent" },
  {
    tracking_data: {
      ...{ track_status: 1, shipment_status },
      shipment_track_activities: activities.map(([date, status]) => ({ date, activity: status, "sr-status": status })),
    },
  },
];
const nimbusOlder = (status: string, ...scans: readonly (readonly [string, string])[]) => [
  { status: 200, json: { status: true, data: "lent" } },
  {
    status: 200,
    json: {
      status: true,
      data: { status, history: scans.map(([event_time, status_code]) => ({ event_time, status_code })) },
    },
  },
];
const nimbusNewer = (order_status: string, shipment: object) => [
  { status: 200, json: { success: true, data: { order_status, shipment } } },
];

const [morning, noon] = ["2026-11-20 08:00:00", "2026-11-20 15:00:00"];

// The status got the time at which it was asked for. A delivery scanned before, and reported after that, was not the
// newest, and the order was never delivered.
it.each([
  [
    "shiprocket",
    { email: "api@example.com", password: "pass word" },
    shiprocketKnows(21, [morning, "17"]),
    shiprocketKnows(7, [noon, "7"], [morning, "17"]),
  ],
  [
    "nimbuspost",
    { generation: "v1", email: "a@example.com", password: "pass word" },
    nimbusOlder("exception", [morning, "OFD"]),
    nimbusOlder("delivered", [noon, "DL"], [morning, "OFD"]),
  ],
  [
    "nimbuspost",
    { generation: "v2", apiKey: "key", apiSecret: "secret" },
    nimbusNewer("exception", { ofd_at: morning }),
    nimbusNewer("delivered", { ofd_at: morning, delivered_at: noon }),
  ],
] as const)(
  "a delivery is the newest event, although %s reports it later than a status without a scan",
  async (...of) => {
    const [code, given, ...answers] = of;
    const carrier = await carrierOf(code);
    const statuses = ["exception", "delivered"];
    let tracking: Parameters<typeof mergedEvents>[0] = [];
    // 15:30 and 17:30 in India.
    for (const [nth, replies] of answers.entries()) {
      const askedAt = new Date(at.getTime() + nth * 2 * 3_600_000);
      const outcome = await outcomeOfAnswers(
        (http, server) => carrier.track!(http, { ...given, server }, { ...bookingOf("15", "321", "IN"), at: askedAt }),
        ...replies,
      );
      const { events } = (outcome as { value: Tracked }).value;
      const merged = mergedEvents(tracking, events, askedAt);
      expect(merged).toMatchObject({ status: statuses[nth], isNews: true });
      ({ tracking } = merged);
    }
  },
);

const shiprocketGiven = { email: "api@example.com", password: "pass word" };
const nimbusGiven = { generation: "v1", email: "a@example.com", password: "pass word" };
const easypostKnows = (status: string, ...scans: readonly (readonly [string, string])[]) => [
  {
    id: "15",
    tracker: {
      ...{ tracking_code: "321", status, updated_at: "2026-11-20T16:00:00Z" },
      tracking_details: scans.map(([datetime, word]) => ({ datetime, status: word, message: word })),
    },
  },
];

// An earlier scan with the same status, such as a failed delivery, hid it, and the parcel stayed in transit.
it.each([
  ["a loss", "shiprocket", shiprocketGiven, shiprocketKnows(12, [noon, "18"], [morning, "21"]), "exception"],
  ["a loss", "nimbuspost", nimbusGiven, nimbusOlder("lost", [noon, "IT"], [morning, "EX"]), "exception"],
  [
    "a loss",
    "easypost",
    { apiKey: "EZTKabc" },
    easypostKnows("failure", [morning, "failure"], [noon, "in_transit"]),
    "exception",
  ],
  ["a way back", "shiprocket", shiprocketGiven, shiprocketKnows(46, [noon, "18"], [morning, "9"]), "returning"],
  // A current status that lags behind is not newer than an arrival.
  ["no loss", "shiprocket", shiprocketGiven, shiprocketKnows(21, [noon, "7"], [morning, "21"]), "delivered"],
  ["no loss", "nimbuspost", nimbusGiven, nimbusOlder("NDR", [noon, "RT-DL"], [morning, "EX"]), "returned"],
] as const)("%s without a scan counts after an earlier exception (%s)", async (...of) => {
  const [, code, given, answers, status] = of;
  const carrier = await carrierOf(code);
  const outcome = await outcomeOfAnswers(
    (http, server) => carrier.track!(http, { ...given, server }, { ...bookingOf("15", "321", "IN"), at }),
    ...answers,
  );
  expect(mergedEvents([], (outcome as { value: Tracked }).value.events, at).status).toBe(status);
});

it("says that a parcel is lost after a delivery that failed", async () => {
  const carrier = await carrierOf("shiprocket");
  const track = (answers: readonly object[]) =>
    outcomeOfAnswers(
      (http, server) => carrier.track!(http, { ...shiprocketGiven, server }, { ...bookingOf("15", "321", "IN"), at }),
      ...answers,
    );
  const lost = await track(shiprocketKnows(12, [morning, "21"]));
  expect(lost).toMatchObject({ value: { events: [{ words: "21" }, { words: "12", status: "exception" }] } });
  const failed = await track(shiprocketKnows(21, [morning, "21"]));
  expect(failed).toMatchObject({ value: { events: [{ words: "21" }] } });
});

it.each([
  [
    "easyship",
    { token: "sand_x" },
    (delivery_state: string, updated_at: string) => ({
      shipment: { easyship_shipment_id: "ESSG1", delivery_state, updated_at },
    }),
    ["in_transit_to_customer", "failed_attempt"],
  ],
  [
    "easypost",
    { apiKey: "EZTKabc" },
    (status: string, updated_at: string) => ({
      id: "15",
      tracker: { tracking_code: "321", status, updated_at, tracking_details: [] },
    }),
    ["in_transit", "failure"],
  ],
] as const)("has a state of %s without scans once, however often its record changes", async (...of) => {
  const [code, given, answerOf, [going, failed]] = of;
  const carrier = await carrierOf(code);
  const known = async (state: string, updated_at: string) => {
    const outcome = await outcomeOfAnswers(
      (http, server) => carrier.track!(http, { ...given, server }, { ...bookingOf("ESSG1", "321", "SG"), at }),
      answerOf(state, updated_at),
    );
    return (outcome as { value: Tracked }).value.events;
  };
  let tracking: Parameters<typeof mergedEvents>[0] = [];
  for (const [hour, state] of [going, going, failed, going].entries()) {
    ({ tracking } = mergedEvents(tracking, await known(state, `2026-11-20T1${hour}:00:00Z`)));
  }
  expect(tracking.map((event) => [event.at.slice(11, 13), event.status])).toEqual([
    ["10", "inTransit"],
    ["12", "exception"],
    ["13", "inTransit"],
  ]);
});

it("has a state of EasyPost after scans once, and again after a later scan", async () => {
  const carrier = await carrierOf("easypost");
  const known = async (updated_at: string, ...scans: readonly string[]) => {
    const tracking_details = scans.map((datetime) => ({ datetime, status: "in_transit", message: "Scanned" }));
    const tracker = { tracking_code: "321", status: "failure", updated_at, tracking_details };
    const outcome = await outcomeOfAnswers(
      (http, server) => carrier.track!(http, { apiKey: "EZTKabc", server }, { ...bookingOf("15", "321", "US"), at }),
      { id: "15", tracker },
    );
    return (outcome as { value: Tracked }).value.events;
  };
  const [first, later] = ["2026-11-20T09:00:00Z", "2026-11-20T12:30:00Z"];
  let tracking: Parameters<typeof mergedEvents>[0] = [];
  ({ tracking } = mergedEvents(tracking, await known("2026-11-20T10:00:00Z", first)));
  ({ tracking } = mergedEvents(tracking, await known("2026-11-20T11:00:00Z", first)));
  ({ tracking } = mergedEvents(tracking, await known("2026-11-20T13:00:00Z", first, later)));
  expect(tracking.map((event) => [event.at.slice(11, 16), event.status])).toEqual([
    ["09:00", "inTransit"],
    ["10:00", "exception"],
    ["12:30", "inTransit"],
    ["13:00", "exception"],
  ]);
});

const words = { status_details: 7, substatus: { code: 7 }, location: 7 };
/** Webhooks with the fields that say nothing of a parcel's state in other forms than described. */
const hooks: readonly (readonly [CarrierCode, Settings, object])[] = [
  [
    "easypost",
    {},
    {
      ...{ description: "tracker.updated", created_at: 7, updated_at: {} },
      result: { tracking_code: 321, status: "delivered", updated_at: 7, shipment_id: {}, public_url: 7 },
    },
  ],
  [
    "shippo",
    {},
    {
      event: "track_updated",
      data: { tracking_number: 321, metadata: {}, tracking_status: { status: "DELIVERED", ...words } },
    },
  ],
  [
    "sendcloud",
    {},
    {
      ...{ action: "parcel_status_changed", timestamp: "2026-11-20T10:00:00Z" },
      parcel: { tracking_number: 321, shipment_uuid: 7, status: { id: "11", message: 7 } },
    },
  ],
  ["shiprocket", {}, { awb: 321, current_status: 7, shipment_status: {}, shipment_status_id: 7 }],
  [
    "fedex",
    {},
    {
      ...{ trackingNumber: "", status: 7 },
      trackResults: [
        null,
        {
          trackingNumberInfo: { trackingNumber: 321, trackingNumberUniqueId: 7 },
          latestStatusDetail: { code: {}, derivedCode: "DL", description: 7, scanLocation: 7 },
          dateAndTimes: [null, { type: 7, dateTime: 7 }],
        },
      ],
    },
  ],
];

// They waited for staff; FedEx's was passed over.
it.each(hooks)("%s: a webhook says that a parcel has arrived, whatever else it says", async (code, given, event) => {
  const { receives } = await carrierOf(code);
  expect(await receives!.read(nobody, given as never, inbound(JSON.stringify(event)))).toMatchObject({
    is: "done",
    value: { happened: { is: "tracked", parcel: { trackingNumber: "321" }, events: [{ status: "delivered" }] } },
  });
});

it.each([
  ["easypost", { description: "tracker.updated", result: { status: "delivered" } }],
  ["shippo", { event: "track_updated", data: { tracking_number: {}, tracking_status: { status: "DELIVERED" } } }],
  ["sendcloud", { action: "parcel_status_changed", parcel: { tracking_number: [], status: { id: 11 } } }],
] as const)("%s: a webhook that does not name its parcel is shown to staff", async (code, event) => {
  const { receives } = await carrierOf(code);
  await expect(receives!.read(nobody, {} as never, inbound(JSON.stringify(event)))).rejects.toThrow();
});

const scans = (place: string) => ({ tracking_history: [{ status: "TRANSIT", status_details: place }] });
// The second was taken for a repetition of the first, and what it says was never read.
it.each([
  [
    "shippo",
    (place: string) => ({
      event: "track_updated",
      data: { tracking_number: "321", tracking_status: { status: "TRANSIT", status_details: place }, ...scans(place) },
    }),
  ],
  [
    "shippo",
    (code: string) => ({
      event: "track_updated",
      data: { tracking_number: "321", tracking_status: { status: "TRANSIT", status_date: apart, substatus: { code } } },
    }),
  ],
  [
    "sendcloud",
    (message: string) => ({
      action: "parcel_status_changed",
      parcel: { id: 7, tracking_number: "321", status: { id: 80, message } },
    }),
  ],
  ["shiprocket", (activity: string) => ({ awb: 321, shipment_status_id: 18, scans: [{ activity }] })],
  [
    "delhivery",
    (StatusLocation: string) => ({
      Shipment: { AWB: "321", Status: { StatusType: "UD", Status: "In Transit", StatusLocation } },
    }),
  ],
] as const)("%s: a webhook without a time is not that of before", async (code, event) => {
  const { receives } = await carrierOf(code);
  const idOf = async (text: string) => {
    const read = await receives!.read(nobody, {} as never, inbound(JSON.stringify(event(text))));
    return read.is === "done" ? read.value.eventId : undefined;
  };
  expect(await idOf("Delhi")).not.toBe(await idOf("Pune"));
  expect(await idOf("Delhi")).toBe(await idOf("Delhi"));
});
