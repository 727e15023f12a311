/** How webhooks, their events and what becomes of them are called on screen. */
import type { EventName } from "#core/contract/events";
import type { Answer } from "#core/contract/kit";
import * as webhookApi from "#core/contract/webhook";

export type Endpoint = Answer<typeof webhookApi.readEndpoint>;
export type Delivery = Answer<typeof webhookApi.listDeliveries>["items"][number];

type Look = readonly [label: string, color: string];

export const deliveryLook: Readonly<Record<webhookApi.DeliveryStatus, Look>> = {
  pending: ["Pending", "yellow"],
  delivered: ["Delivered", "green"],
  dead: ["Dead", "red"],
};

export const deliveryOptions = webhookApi.deliveryStatuses.map((value) => ({ value, label: deliveryLook[value][0] }));

/** When each event is sent. */
export const eventWords: Readonly<Record<EventName, string>> = {
  "order.created": "an order is placed",
  "order.paid": "an order's payment arrives",
  "order.shipped": "a parcel leaves",
  "order.delivered": "a parcel arrives",
  "order.cancelled": "an order is cancelled, also by the unpaid sweep",
  "order.refunded": "money goes back",
  "order.edited": "an order's lines or details change",
  "order.returned": "goods come back",
  "order.unpaid": "a payment is undone",
  "order.unshipped": "a parcel is taken back",
  "order.undelivered": "a delivery is undone",
  "order.unreturned": "a return is withdrawn",
  "cart.abandoned": "a basket is left behind",
  "product.created": "a product is made",
  "product.updated": "a product or one of its variants changes",
  "product.deleted": "a product is removed",
  "collection.updated": "a collection changes",
};

const failures: Readonly<Record<string, string>> = {
  refused_address: "The store does not send to this address",
  dns: "The host's name leads nowhere",
  tls: "No secure connection could be made",
  tls_expired: "The certificate has expired, or is not valid yet",
  tls_untrusted: "The certificate is not signed by anybody trusted",
  tls_wrong_host: "The certificate belongs to another host",
  timeout: "No answer within 10 seconds",
  refused: "Nobody listens there",
  unreachable: "The host cannot be reached",
  reset: "The connection broke",
  invalid_response: "What came back is not HTTP",
  invalid_request: "No request can be made for this address",
  secret_unreadable: "The signing secret cannot be opened: rotate it",
  interrupted: "The sender was interrupted",
};

/** What became of an attempt: "Answered 500", "Nobody listens there". */
export function resultText(status: number | null, error: string | null): string {
  if (status !== null) return status < 300 ? `Answered ${status}` : `Answered ${status}, which is not a yes`;
  if (error === null) return "–";
  return failures[error] ?? error;
}

/** Where an address leads, without what only its owner needs to see. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** What tells one delivery from another in a line of text. */
export const nameOf = ({ eventName, id }: Delivery): string => `${eventName} ${id.slice(-8)}`;
