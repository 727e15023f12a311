/** The words on screen for deliveries, events and errors of webhooks. */
import type { EventName } from "#core/contract/values/events";
import * as webhookApi from "#core/contract/webhook";
import type { Delivery } from "./types.ts";

export const pausedText =
  "While it is paused, pending deliveries wait, and new events are not delivered to it, not even later.";

type BadgeLook = readonly [label: string, color: string];

export const deliveryBadges: Readonly<Record<webhookApi.DeliveryStatus, BadgeLook>> = {
  pending: ["Pending", "yellow"],
  delivered: ["Delivered", "green"],
  dead: ["Dead", "red"],
};

export const statusOptions = webhookApi.deliveryStatuses.map((value) => ({ value, label: deliveryBadges[value][0] }));

/** When each event is sent. */
export const eventDescriptions: Readonly<Record<EventName, string>> = {
  "order.created": "an order is placed",
  "order.paid": "an order is paid",
  "order.shipped": "a parcel is shipped",
  "order.delivered": "a parcel is delivered",
  "order.cancelled": "an order is cancelled, also automatically when it is not paid in time",
  "order.refunded": "money is refunded",
  "order.edited": "the lines or details of an order are edited",
  "order.returned": "items are returned",
  "order.unpaid": "a payment is undone",
  "order.unshipped": "a shipment is undone",
  "order.undelivered": "a delivery is undone",
  "order.unreturned": "a return is withdrawn",
  "cart.abandoned": "a cart is abandoned",
  "product.created": "a product is created",
  "product.updated": "a product or one of its variants is edited",
  "product.deleted": "a product is removed",
  "collection.updated": "a collection is edited",
};

const errorTexts: Readonly<Record<string, string>> = {
  refused_address: "The store does not send to this URL",
  dns: "The host name could not be resolved",
  tls: "The secure connection failed",
  tls_expired: "The certificate has expired or is not valid yet",
  tls_untrusted: "The certificate is not trusted",
  tls_wrong_host: "The certificate is for a different host",
  timeout: "No response in time",
  refused: "Connection refused",
  unreachable: "The host cannot be reached",
  reset: "The connection was closed",
  invalid_response: "The response is not valid HTTP",
  invalid_request: "The URL cannot be requested",
  secret_unreadable: "The signing secret cannot be decrypted: create a new one",
  interrupted: "The sender was interrupted",
};

/** The result of an attempt: "HTTP 500", "Connection refused". */
export function resultText(status: number | null, error: string | null): string {
  if (status !== null) return status < 300 ? `HTTP ${status}` : `Failed with HTTP ${status}`;
  if (error === null) return "–";
  return errorTexts[error] ?? error;
}

/** The host of a URL, where the whole URL would be too long. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** Identifies a delivery in a line of text. */
export const deliveryLabel = ({ eventName, id }: Delivery): string => `${eventName} ${id.slice(-8)}`;
