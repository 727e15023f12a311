/** What each event holds: the body that receivers get. */
import * as z from "zod";
import { Cart } from "./cart.ts";
import { Collection } from "./collection.ts";
import { type EventName, eventNames } from "./events.ts";
import { id, type Kind, time } from "./fields.ts";
import { LineChange, Order, Parcel, Refund, Return } from "./order.ts";
import { Product } from "./product.ts";

/** What happened to an order, beside its own fields: each event has what it is about. */
export const Happened = z
  .object({
    parcel: Parcel.describe("That shipped, arrived or was edited, as it is now; that was taken back, as it was."),
    refund: Refund,
    return: Return.describe("That was recorded, or withdrawn."),
    changed: z.array(z.string()).describe("Of `order.edited`: which of the order's fields are others now."),
    lineChanges: z.array(LineChange),
    reason: z.string().nullable(),
    imported: z.literal(true).describe("Of `order.created`: it came from a file."),
  })
  .partial();
/** As it is sent. */
export type Happened = z.input<typeof Happened>;

function about<K extends Kind, Data extends z.ZodType>(kind: K, data: Data) {
  const names = eventNames.filter((name): name is Extract<EventName, `${K}.${string}`> => name.startsWith(`${kind}.`));
  return z.object({
    id: id("event").describe("The same at every attempt: remember it, for an event may come twice."),
    name: z.enum(names),
    version: z.literal(1).describe("Of the shape of `data`."),
    time: time.describe("When the change that it tells of began."),
    subject: z.object({ type: z.literal(kind), id: id(kind) }).describe("What it is about."),
    data,
  });
}

export const OrderEvent = about(
  "order",
  Order.extend(Happened.shape).describe("The order as the API shows it after the change, and what happened to it."),
);
export const CartEvent = about(
  "cart",
  Cart.extend({ token: z.string().describe("Opens the cart: keep it as a password.") }),
);
export const ProductEvent = about("product", Product.describe("As it is after the change; removed, as it was."));
export const CollectionEvent = about(
  "collection",
  Collection.describe("As it is after the change; removed, without its products."),
);

/** Any of the events, as it travels. */
export const Event = z.union([OrderEvent, CartEvent, ProductEvent, CollectionEvent]);
