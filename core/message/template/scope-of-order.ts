/** The data for a message about an order: that of its event, formatted, and not the order's current state. */
import * as z from "zod";
import type { ScopeOf } from "#core/contract/message-variables";
import { Order } from "#core/contract/order";
import type { Store } from "#core/contract/store";
import { optional } from "#core/environment";
import { type Words, wordsOf } from "./words.ts";

/** An event's data as written: the order, and what happened to it. Fields that older events lack are optional. */
const Told = z.object({
  ...Order.pick({ number: true, contact: true, address: true, currency: true, taxesInclusive: true }).shape,
  ...{ totals: Order.shape.totals, paid: Order.shape.paid, balance: Order.shape.balance, createdAt: z.string() },
  lines: z.array(
    Order.shape.lines.element.pick({
      ...{ id: true, productId: true, title: true, sku: true, quantity: true, unitPrice: true, total: true },
    }),
  ),
  parcel: z
    .object({
      ...{ carrier: z.string().nullish(), service: z.string().nullish(), trackingNumber: z.string().nullish() },
      trackingUrl: z.string().nullish(),
      lines: z.array(z.object({ lineId: z.string(), quantity: z.int() })).default([]),
    })
    .nullish(),
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
export type Told = z.output<typeof Told>;

export const toldIn = (data: unknown): Told => Told.parse(data);

/** Image URLs by product. */
export type Pictures = ReadonlyMap<string, string>;

export const shopOf = ({ name, logoUrl }: Store) => ({ name, logoUrl: logoUrl ?? "" });

/** The data common to all messages about an order. */
export function scopeOfOrder(told: Told, store: Store, pictures: Pictures) {
  const words = wordsOf(store);
  return {
    shop: shopOf(store),
    customer: { name: told.contact?.name ?? "", email: told.contact?.email ?? "", phone: told.contact?.phone ?? "" },
    order: orderIn(told, words, pictures),
  } satisfies ScopeOf<"order.created">;
}

function orderIn(told: Told, words: Words, pictures: Pictures): ScopeOf<"order.created">["order"] {
  const { totals, address, balance } = told;
  return {
    number: told.number,
    placedOn: words.day(told.createdAt),
    lines: told.lines.map((line) => ({
      ...{ title: line.title, sku: line.sku, quantity: String(line.quantity) },
      unitPrice: words.money(line.unitPrice),
      total: words.money(line.total),
      imageUrl: pictures.get(line.productId) ?? "",
    })),
    subtotal: words.money(totals?.subtotal),
    discount: words.someMoney(totals?.discount),
    shipping: words.someMoney(totals?.shipping),
    tax: words.someMoney(totals?.tax),
    taxIncluded: told.taxesInclusive ? "yes" : "",
    total: words.money(totals?.total),
    paid: words.someMoney(told.paid),
    due: balance?.direction === "customerOwes" ? words.someMoney(balance.amount) : "",
    address: address
      ? [
          ...[told.contact?.name, address.line1, address.line2],
          ...[[address.postalCode, address.city].join(" "), address.region, countryIn(address.country)],
        ].flatMap((text) => (text ? [{ text }] : []))
      : [],
  };
}

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
  ...{ lines: "The items", address: "The delivery address", email: "Your e-mail address", name: "The name" },
  ...{ phone: "Your phone number", shippingMinor: "The shipping costs", discountCode: "The discount" },
  parcels: "How the parcel travels",
};

/** The parts of a change that the customer is told about. Tags and payment records concern only staff. */
export const changesToTell = ({ changed }: Told): string[] => [
  ...new Set(changed.flatMap((part) => (Object.hasOwn(changes, part) ? (changes[part] ?? []) : []))),
];

/** The data for a message about an order's event. */
export function scopeOfEvent(told: Told, store: Store, pictures: Pictures): Readonly<Record<string, unknown>> {
  const words = wordsOf(store);
  const few = (lines: readonly { readonly lineId: string; readonly quantity: number }[] = []) =>
    lines.flatMap(({ lineId, quantity }) => {
      const line = told.lines.find(({ id }) => id === lineId);
      const imageUrl = pictures.get(line?.productId ?? "") ?? "";
      return line ? [{ title: line.title, quantity: String(quantity), imageUrl }] : [];
    });
  const { parcel, refund, return: returned } = told;
  return {
    ...scopeOfOrder(told, store, pictures),
    parcel: {
      carrier: !parcel?.carrier || parcel.carrier === "manual" ? "" : parcel.carrier,
      service: parcel?.service ?? "",
      trackingNumber: parcel?.trackingNumber ?? "",
      trackingUrl: parcel?.trackingUrl ?? "",
      lines: few(parcel?.lines),
    },
    refund: { amount: words.money(refund?.amount), reason: refund?.reason ?? "" },
    return: { lines: few(returned?.lines), reason: returned?.reason ?? "" },
    changes: changesToTell(told).map((text) => ({ text })),
    reason: told.reason ?? "",
  };
}

/** A page of the admin or the store at its public address. */
export const pageAt = (path: string): string => new URL(path, optional("PUBLIC_URL") ?? "http://localhost:4000").href;
