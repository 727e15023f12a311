/** The body of each event, as receivers get it. */
import * as z from "zod";
import { Cart } from "../cart.ts";
import { Collection } from "../collection.ts";
import { id, type Kind, time } from "../kit/fields.ts";
import { LineChange, Order, Parcel, Payment, Refund, Return } from "../order.ts";
import { Product } from "../product.ts";
import { type EventName, eventNames } from "../values/events.ts";

/** What happened to an order, next to its own fields: each event has those that apply. */
export const Happened = z
  .object({
    parcel: Parcel.describe(
      "The parcel that was shipped, delivered or edited, as it is now; one that was unshipped, as it was.",
    ),
    payment: Payment.describe("For `order.paid`: the payment that was captured."),
    refund: Refund,
    return: Return.describe("The return that was recorded or withdrawn."),
    changed: z.array(z.string()).describe("For `order.edited`: the order's fields that have changed."),
    lineChanges: z.array(LineChange),
    reason: z.string().nullable(),
    imported: z.literal(true).describe("For `order.created`: the order was imported from a file."),
  })
  .partial();
/** In wire form. */
export type Happened = z.input<typeof Happened>;

function about<K extends Kind, Data extends z.ZodType>(kind: K, data: Data) {
  const names = eventNames.filter((name): name is Extract<EventName, `${K}.${string}`> => name.startsWith(`${kind}.`));
  return z.object({
    id: id("event").describe("The same at every attempt: remember it, because an event may arrive twice."),
    name: z.enum(names),
    version: z.literal(1).describe("Version of the shape of `data`."),
    time: time.describe("When the change began."),
    subject: z.object({ type: z.literal(kind), id: id(kind) }).describe("The event's subject."),
    data,
  });
}

export const OrderEvent = about(
  "order",
  Order.extend(Happened.shape).describe("The order as the API shows it after the change, and what happened to it."),
);
export const CartEvent = about(
  "cart",
  Cart.extend({ token: z.string().describe("Opens the cart: treat it as a password.") }),
);
export const ProductEvent = about(
  "product",
  Product.describe("The product after the change; a removed one as it was."),
);
export const CollectionEvent = about(
  "collection",
  Collection.describe("The collection after the change; a removed one without its products."),
);

/** Any event, in wire form. */
export const Event = z.union([OrderEvent, CartEvent, ProductEvent, CollectionEvent]);
