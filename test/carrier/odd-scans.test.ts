/** A scan that cannot be read does not hide the others: otherwise the parcel would never count as delivered. */
import { expect, it } from "vitest";
import type { Settings } from "#core/provider/settings";
import { type CarrierCode, carrierOf } from "#core/shipping/carriers/index";
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
