/** The data for a message about an order: that of its event, formatted, and not the order's current state. */
import * as z from "zod";
import { Order } from "#core/contract/order";
import type { Store } from "#core/contract/store";
import type { ScopeOf } from "#core/contract/values/message-variables";
import { serviceText } from "#core/contract/values/service-text";
import { optional } from "#core/environment";
import { type Words, wordsOf } from "./words.ts";

/** An event's data as written: the order, and what happened to it. Fields that older events lack are optional. */
const OrderEventData = z.object({
  ...Order.pick({ number: true, status: true, contact: true, address: true, currency: true, taxesInclusive: true })
    .shape,
  ...{ totals: Order.shape.totals, paid: Order.shape.paid, balance: Order.shape.balance, createdAt: z.string() },
  refunded: Order.shape.paid.nullish(),
  lines: z.array(
    Order.shape.lines.element.pick({
      ...{ id: true, productId: true, title: true, sku: true, quantity: true, unitPrice: true },
    }),
  ),
  parcel: z
    .object({
      ...{ carrier: z.string().nullish(), service: z.string().nullish(), trackingNumber: z.string().nullish() },
      trackingUrl: z.string().nullish(),
      lines: z.array(z.object({ lineId: z.string(), quantity: z.int() })).default([]),
    })
    .nullish(),
  payment: z.object({ amount: Order.shape.payments.element.shape.amount }).nullish(),
  refund: z.object({ amount: Order.shape.refunds.element.shape.amount, reason: z.string().nullish() }).nullish(),
  return: z
    .object({
      lines: z.array(z.object({ lineId: z.string(), quantity: z.int() })),
      reason: z.string().nullish(),
    })
    .nullish(),
  changed: z.array(z.string()).default([]),
  reason: z.string().nullish(),
});
export type OrderEventData = z.output<typeof OrderEventData>;

export const eventDataIn = (data: unknown): OrderEventData => OrderEventData.parse(data);

/** Image URLs by product. */
export type Pictures = ReadonlyMap<string, string>;

export const shopOf = ({ name, logoUrl }: Store) => ({ name, logoUrl: logoUrl ?? "" });

/** The data common to all messages about an order. */
export function scopeOfOrder(event: OrderEventData, store: Store, pictures: Pictures) {
  const words = wordsOf(store);
  return {
    shop: shopOf(store),
    customer: { name: event.contact?.name ?? "", email: event.contact?.email ?? "", phone: event.contact?.phone ?? "" },
    order: orderIn(event, words, pictures),
  } satisfies ScopeOf<"order.created">;
}

function orderIn(event: OrderEventData, words: Words, pictures: Pictures): ScopeOf<"order.created">["order"] {
  const { totals, address, balance } = event;
  return {
    number: event.number,
    placedOn: words.day(event.createdAt),
    lines: event.lines.map((line) => ({
      ...{ title: line.title, sku: line.sku, quantity: String(line.quantity) },
      unitPrice: words.money(line.unitPrice),
      total: words.money(priceOf(line)),
      imageUrl: pictures.get(line.productId) ?? "",
    })),
    subtotal: words.money(totals?.subtotal),
    discount: words.someMoney(totals?.discount),
    shipping: words.someMoney(totals?.shipping),
    tax: words.someMoney(totals?.tax),
    taxIncluded: event.taxesInclusive ? "yes" : "",
    total: words.money(totals?.total),
    paid: words.someMoney(event.paid),
    // The balance counts refunded money as due. Nobody is asked for it.
    due: balance?.direction === "customerOwes" && !event.refunded?.amountMinor ? words.someMoney(balance.amount) : "",
    refundDue: balance?.direction === "storeOwes" ? words.money(balance.amount) : "",
    shipped: event.status === "shipped" || event.status === "delivered" ? "yes" : "",
    address: address
      ? [
          ...[event.contact?.name, address.line1, address.line2],
          ...[`${address.postalCode ?? ""} ${address.city}`.trim(), address.region, countryIn(address.country)],
        ].flatMap((text) => (text ? [{ text }] : []))
      : [],
  };
}

/** Before the discount and without added taxes, which stand below the lines: together they are the subtotal. */
const priceOf = ({ quantity, unitPrice }: OrderEventData["lines"][number]) => ({
  ...unitPrice,
  amountMinor: quantity * unitPrice.amountMinor,
});

const regions = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" });

/** A code that is no longer known is shown as it is. */
function countryIn(code: string): string {
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}

const changes: Readonly<Record<string, string>> = {
  ...{ lines: "The items", address: "The delivery address", email: "Your email address", name: "The name" },
  ...{ phone: "Your phone number", shippingMinor: "The shipping costs", discountCode: "The discount" },
  parcels: "How the parcel travels",
};

/** The parts of a change that the customer is told about. Tags and payment records concern only staff. */
export const changesToTell = ({ changed }: OrderEventData): string[] => [
  ...new Set(changed.flatMap((part) => (Object.hasOwn(changes, part) ? (changes[part] ?? []) : []))),
];

/** The data for a message about an order's event. */
export function scopeOfEvent(
  event: OrderEventData,
  store: Store,
  pictures: Pictures,
): Readonly<Record<string, unknown>> {
  const words = wordsOf(store);
  const few = (lines: readonly { readonly lineId: string; readonly quantity: number }[] = []) =>
    lines.flatMap(({ lineId, quantity }) => {
      const line = event.lines.find(({ id }) => id === lineId);
      const imageUrl = pictures.get(line?.productId ?? "") ?? "";
      return line ? [{ title: line.title, quantity: String(quantity), imageUrl }] : [];
    });
  const { parcel, payment, refund, return: returned } = event;
  return {
    ...scopeOfOrder(event, store, pictures),
    parcel: {
      carrier: !parcel?.carrier || parcel.carrier === "manual" ? "" : parcel.carrier,
      service: serviceText(parcel ?? {}),
      trackingNumber: parcel?.trackingNumber ?? "",
      trackingUrl: parcel?.trackingUrl ?? "",
      lines: few(parcel?.lines),
    },
    // Older events do not name the payment.
    payment: { amount: words.money(payment?.amount ?? event.paid) },
    refund: { amount: words.money(refund?.amount), reason: refund?.reason ?? "" },
    return: { lines: few(returned?.lines), reason: returned?.reason ?? "" },
    changes: changesToTell(event).map((text) => ({ text })),
    reason: event.reason ?? "",
  };
}

/** A page of the admin or the store at its public address. */
export const pageAt = (path: string): string => new URL(path, optional("PUBLIC_URL") ?? "http://localhost:4000").href;
