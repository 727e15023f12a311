/** The words on screen for providers and requests to them. */
import type { carriers, onlineGateways } from "#core/contract/parts/order-shapes";
import { callStatuses } from "#core/contract/provider";
import type { Call } from "./types.ts";

type BadgeLook = readonly [label: string, color: string];

export const callBadges: Readonly<Record<Call["status"], BadgeLook>> = {
  asked: ["Under way", "yellow"],
  unknown: ["Outcome unknown", "orange"],
  done: ["Done", "green"],
  refused: ["Refused", "red"],
};

export const callStatusOptions = callStatuses.map((value) => ({ value, label: callBadges[value][0] }));

type Carrier = Exclude<(typeof carriers)[number], "manual">;

const providerLabels: Readonly<Record<string, string>> = {
  stripe: "Stripe",
  razorpay: "Razorpay",
  paypal: "PayPal",
  chargebee: "Chargebee",
  test: "Test gateway",
  shiprocket: "Shiprocket",
  delhivery: "Delhivery",
  shippo: "Shippo",
  nimbuspost: "NimbusPost",
  indiapost: "India Post",
  easypost: "EasyPost",
  sendcloud: "Sendcloud",
  shippit: "Shippit",
  fedex: "FedEx",
  easyship: "Easyship",
  shipstation: "ShipStation",
  testcarrier: "Test carrier",
} satisfies Record<(typeof onlineGateways)[number] | Carrier, string>;

/** By code, for users who may not list the providers. */
export const providerLabel = (code: string): string => providerLabels[code] ?? code;

const callLabels: Readonly<Record<string, string>> = {
  requestPayment: "Create a payment page",
  closeRequest: "Close a payment page",
  capture: "Capture an approved payment",
  findPayment: "Look for a payment",
  refund: "Refund",
  followRefund: "Look for a refund",
  findDisputes: "Look for disputes",
  readDispute: "Read a dispute",
  check: "Test the settings",
  book: "Book a label",
  label: "Fetch a label",
  customsDocuments: "Fetch customs documents",
  void: "Cancel a label",
  rates: "Get rates",
  track: "Track a parcel",
  pickup: "Book a pick-up",
};

/** What a call does, by its name. */
export const callLabel = (does: string): string => callLabels[does] ?? does;

/** Open calls, whose outcome may still change without a person. */
export const isOpenCall = ({ status, needsDecision }: Call): boolean =>
  status === "asked" || (status === "unknown" && !needsDecision);
