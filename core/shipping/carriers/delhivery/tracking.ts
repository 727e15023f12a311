/** Tracking with Delhivery: a status is a type and a word. */
import * as z from "zod";
import { idText } from "#core/provider/fields";
import { admitToken, eventIdOf, idOfParts, jsonIn, type Receives } from "#core/provider/inbound";
import { done } from "#core/provider/outcome";
import { readableList, readableText } from "../readable.ts";
import type { CarrierEvent, TrackEvent, TrackStatus } from "../tracking-events.ts";
import { inOrder, isUnderWay, statusesOf, statusIn, timeIn } from "../words.ts";
import type { DelhiverySettings } from "./api.ts";

/** UD: on its way to the customer. RT: on its way back. DL: the end of either. DTUP-210: cancelled by the seller. */
export const statuses = statusesOf({
  booked: ["UD Manifested", "UD Not Picked"],
  inTransit: ["UD In Transit", "UD Pending"],
  outForDelivery: ["UD Dispatched"],
  delivered: ["DL Delivered"],
  exception: ["UD Lost", "LT Lost", "Lost"],
  returning: ["RT In Transit", "RT Pending", "RT Dispatched"],
  returned: ["DL RTO"],
  voided: ["DTUP-210"],
});

const text = readableText;
const Status = z.object({
  Status: text,
  StatusType: text,
  StatusDateTime: text,
  StatusLocation: text,
  StatusCode: text,
  Instructions: text,
});

export const Shipment = z.object({
  AWB: z.union([idText, z.int().transform(String)]),
  ReferenceNo: text,
  /** The code of the status, in webhooks. */
  NSLCode: text,
  Status: Status.nullish(),
  Scans: readableList(
    z.object({
      ScanDetail: z.object({
        Scan: text,
        ScanType: text,
        ScanDateTime: text,
        ScannedLocation: text,
        StatusCode: text,
        Instructions: text,
      }),
    }),
  ).nullish(),
});
export type Shipment = z.output<typeof Shipment>;

type Word = string | null | undefined;

/** A parcel cancelled on its way is sent back, and is not voided, whatever the code says. */
function statusFor(code: Word, type: Word, word: Word): TrackStatus | null {
  const status = statusIn(statuses, `${type ?? ""} ${word ?? ""}`);
  return isUnderWay(status) ? status : (statusIn(statuses, code) ?? status);
}

/** The current status. */
export const stateOf = ({ Status: now, NSLCode }: Shipment): TrackStatus | null =>
  statusFor(now?.StatusCode ?? NSLCode, now?.StatusType, now?.Status);

/** @param at the time of events without one. */
export function eventsOf(shipment: Shipment, at: Date): TrackEvent[] {
  const { Status: now, Scans } = shipment;
  const scans = (Scans ?? []).map(
    ({ ScanDetail: scan }): TrackEvent => ({
      at: timeIn(scan.ScanDateTime, "+05:30") ?? at,
      place: scan.ScannedLocation || null,
      words: scan.Instructions || scan.Scan || "",
      status: statusFor(scan.StatusCode, scan.ScanType, scan.Scan),
    }),
  );
  if (!now) return inOrder(scans);
  const last: TrackEvent = {
    at: timeIn(now.StatusDateTime, "+05:30") ?? at,
    place: now.StatusLocation || null,
    words: now.Instructions || now.Status || "",
    status: stateOf(shipment),
  };
  const isScanned = scans.some((scan) => scan.at.getTime() === last.at.getTime() && scan.status === last.status);
  return inOrder(isScanned ? scans : [...scans, last]);
}

const Event = z.object({ Shipment });

const idOf = (shipment: Shipment | undefined): string | undefined => {
  const { StatusType, Status: word, StatusDateTime } = shipment?.Status ?? {};
  return StatusDateTime ? idOfParts(shipment?.AWB, StatusType, word, StatusDateTime, shipment?.NSLCode) : undefined;
};

export const receives: Receives<DelhiverySettings, CarrierEvent> = {
  events: [],
  isSetUp: ({ webhookToken }) => webhookToken !== undefined,
  keeps: [],
  admit({ webhookToken }, inbound) {
    admitToken(webhookToken, inbound.headers["x-webhook-token"]);
    return eventIdOf(inbound, idOf(Event.safeParse(jsonIn(inbound)).data?.Shipment));
  },
  async read(_http, _given, inbound) {
    const { Shipment: shipment } = Event.parse(jsonIn(inbound));
    const events = eventsOf(shipment, inbound.at);
    const parcel = { id: shipment.ReferenceNo || undefined, trackingNumber: shipment.AWB };
    const at = timeIn(shipment.Status?.StatusDateTime, "+05:30") ?? inbound.at;
    return done({ eventId: eventIdOf(inbound, idOf(shipment)), at, happened: { is: "tracked", parcel, events } });
  },
};
