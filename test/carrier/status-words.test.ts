/** What the carriers' own words and codes mean, by their documentation and by what others have seen. */
import { expect, it } from "vitest";
import { carrierOf } from "#core/shipping/carriers/index";
import type { TrackStatus } from "#core/shipping/carriers/tracking-events";
import { statusIn } from "#core/shipping/carriers/words";

/** Separated by commas. `unknown`: the status stays as it was. */
type Words = Readonly<Partial<Record<TrackStatus | "unknown", string>>>;

const documented = {
  delhivery: {
    ...{ booked: "UD Manifested, UD Not Picked", inTransit: "UD In Transit, UD Pending", delivered: "DL Delivered" },
    ...{ outForDelivery: "UD Dispatched", returning: "RT In Transit, RT Pending, RT Dispatched", returned: "DL RTO" },
    ...{ exception: "LOST", voided: "DTUP-210" },
    unknown: "PP Open, PP Scheduled, PU In Transit, DL DTO, CN Canceled",
  },
  easypost: {
    ...{ booked: "unknown, pre_transit", inTransit: "in_transit, available_for_pickup", delivered: "delivered" },
    ...{ outForDelivery: "out_for_delivery", exception: "failure, error", returning: "return_to_sender" },
    voided: "cancelled",
  },
  easyship: {
    booked: "not_created, pending, info_received, Tracking Info Received",
    inTransit: "in_transit_to_customer, Shipped, In Transit to Consolidation Center, Shipped (No Tracking Provided)",
    ...{ outForDelivery: "out_for_delivery", delivered: "delivered", returned: "returned_to_shipper" },
    exception: "failed_attempt, exception, expired, lost_by_courier, No Recent Tracking Updates, Liquidated",
    ...{ returning: "To be returned", voided: "Cancelled" },
  },
  fedex: {
    ...{ booked: "OC, OX, EP, PD, DS", outForDelivery: "OD", delivered: "DL", exception: "DE, SE, CD" },
    inTransit: `PU, PX, AP, OF, AR, AF, AA, AC, AX, DP, LO, IT, IX, PF, PL, PM, SF, FD, TR, EA, EO, ED, AD, AO, CC, CP,
      HL, HP, DD, DY, CH, RR, RM, SP`,
    // Changed delivery options, and a code that is in no list.
    ...{ returning: "RS", voided: "CA", unknown: "DR, RC, RL" },
  },
  nimbuspost: {
    ...{
      booked: "PP, pending pickup, booked, pickup scheduled",
      inTransit: "IT, in transit",
      delivered: "DL, delivered",
    },
    ...{ outForDelivery: "OFD, out for delivery", exception: "EX, exception, NDR, lost, damaged" },
    // The end of its way back begins like its way back, and ends like a delivery.
    ...{ returning: "RT, RT-IT, RTO initiated, RTO in transit", returned: "RT-DL, RTO delivered", voided: "cancelled" },
  },
  sendcloud: {
    ...{ booked: "1000, 1, 1001, 13, 999, accepted", inTransit: "3, 5, 7, 22, 91, 4, 12", outForDelivery: "92" },
    ...{ delivered: "11, 93, delivery-forced", exception: "8, 80, 1002, 1337, Address invalid, At customs, exception" },
    ...{ returning: "refused-by-recipient", returned: "returned-to-sender", voided: "2000, 1998" },
    // A cancellation that was only requested.
    unknown: "2001, 1999, 31337",
  },
  shippit: {
    booked: "processing, order_placed, despatch_in_progress, ready_for_pickup, awaiting_drop_off",
    inTransit: `in_transit, awaiting_collection, await_collection, with_customs, customs_on_hold, delivery_attempted,
      partially_completed`,
    ...{ outForDelivery: "with_driver", delivered: "completed, parcel_completed", returned: "returned_to_sender" },
    exception: `delivery_failed, damaged, lost, insufficient_address, pickup_failed, customs_failed,
      customs_awaiting_paym, untrackable, return_booking_failed`,
    ...{ voided: "cancelled, invalidated", unknown: "return_requested, return_booked" },
  },
  shippo: {
    ...{ booked: "UNKNOWN, PRE_TRANSIT", inTransit: "TRANSIT", outForDelivery: "out_for_delivery" },
    ...{ delivered: "DELIVERED", returning: "RETURNED", exception: "FAILURE" },
  },
  shiprocket: {
    booked: "1, 2, 3, 4, 5, 11, 15, 19, 27, 52, 59, 60, 61, 62, 63, 67, 68",
    inTransit: "6, 18, 22, 38, 42, 48, 49, 50, 51, 54, 55, 56, 57",
    ...{ outForDelivery: "17", delivered: "7, 26, 43", voided: "8, 45", returning: "9, 46", returned: "10" },
    exception: "12, 13, 20, 21, 23, 24, 25, 39, 44, 47, 71, 72, 75, 76, 77",
    // Its cancellation was only requested.
    unknown: "16, 999",
  },
  shipstation: {
    ...{ booked: "UN, NY, AC", inTransit: "IT, AT, SP", delivered: "DE", returning: "RETURN_TO_SENDER" },
    returned: "UNDELIVERABLE_RETURNED_TO_SENDER",
    exception: "EX, PARCEL_LOST, DELIVERED_DAMAGED, DELIVERED_IN_PART, TRACKING_EXPIRED",
  },
} as const satisfies Readonly<Record<string, Words>>;

it.each(Object.entries(documented))("%s", async (code, words: Words) => {
  const { statuses } = await carrierOf(code as keyof typeof documented);
  for (const [status, list = ""] of Object.entries(words)) {
    for (const word of list.split(",").map((one) => one.trim()))
      expect([word, statusIn(statuses, word) ?? "unknown"]).toEqual([word, status]);
  }
});
