/** Typical requests of staff and developers to a generated store with this many orders, by `index`. */
import { generatedId } from "./generate.ts";
import type { Call } from "./load.ts";

export type Question = (orders: number) => (index: number) => Call;

const address = { line1: "1 Market Street", city: "Pune", postalCode: "411001", country: "IN" };

export const questions: Readonly<Record<string, Question>> = {
  "order list": () => () => ({ method: "GET", path: "/api/admin/orders?limit=50" }),
  "order list, to be packed": () => () => ({ method: "GET", path: "/api/admin/orders?limit=50&status=confirmed" }),
  "order read": (orders) => (index) => ({ method: "GET", path: orderPath(1 + ((index * 7919) % orders)) }),
  "order by email": () => (index) => ({
    method: "GET",
    path: `/api/admin/orders?q=customer${(index * 37) % 10_000}@example.com`,
  }),
  "order by SKU": () => (index) => ({
    method: "GET",
    path: `/api/admin/orders?q=SKU-${String((index * 37) % 2000).padStart(5, "0")}`,
  }),
  "order by status and name": () => (index) => ({
    method: "GET",
    path: `/api/admin/orders?limit=50&status=confirmed&q=${encodeURIComponent(`Customer Number ${index % 100}`)}`,
  }),
  "stock levels": () => () => ({ method: "GET", path: "/api/admin/inventory?limit=50" }),
  products: () => () => ({ method: "GET", path: "/api/admin/products?limit=50" }),
  "order line edit": (orders) => {
    // Orders waiting to be packed, one after the other, with a new quantity in each round.
    const packable = Math.floor(orders / 10);
    let edits = 0;
    return () => {
      const edit = edits++;
      const number = 5 + 10 * (edit % packable);
      const quantity = Math.floor(edit / packable) % 2 === 0 ? 3 : 1;
      return {
        method: "PUT",
        path: `${orderPath(number)}/lines`,
        body: { change: [{ lineId: generatedId("line", number * 4), quantity }] },
      };
    };
  },
  "order note": (orders) => (index) => ({
    method: "POST",
    path: `${orderPath(1 + ((index * 7919) % orders))}/notes`,
    body: { text: "The customer asked for delivery after six." },
  }),
  "stock adjust": () => (index) => ({
    method: "POST",
    path: `/api/admin/variants/${generatedId("variant", (index * 613) % 2000)}/stock/adjust`,
    body: { locationId: generatedId("location", 0), quantity: 1, reason: "counted" },
  }),
  "product edit": () => (index) => ({
    method: "PATCH",
    path: `/api/admin/products/${generatedId("product", (index * 613) % 1000)}`,
    body: { title: `Product ${index}` },
  }),
};

/** Their statements cannot be run again: each order has its number. */
export const creations: Readonly<Record<string, Question>> = {
  "order create": () => creation,
  "order create, all by one customer": () => (index) => orderOf(variantOf(index), 0),
};

const orderPath = (number: number): string => `/api/admin/orders/${generatedId("order", number)}`;

/** Whose orders those of the benchmark are. */
export const buyersLike = "bench-%@example.com";

export const orderOf = (variantId: string, customer: number): Call => ({
  method: "POST",
  path: "/api/admin/orders",
  body: {
    email: buyersLike.replace("%", String(customer)),
    name: "Bench",
    address,
    payment: "manual",
    lines: [{ variantId, quantity: 1 }],
  },
});

/** Spread over variants and customers, like a day's orders: with one of either, its lock would be measured. */
export function creation(index: number): Call {
  return orderOf(variantOf(index), (index * 37) % 1000);
}

const variantOf = (index: number): string => generatedId("variant", (index * 613) % 2000);

/** An order created by the benchmark, to be paid, shipped or cancelled once. */
export interface Created {
  readonly id: string;
  readonly lineId: string;
  readonly locationId: string;
}

/** Requests that each order can take once, in this sequence. */
export const once: Readonly<Record<string, (order: Created) => Call>> = {
  "order mark paid": ({ id }) => ({
    method: "POST",
    path: `/api/admin/orders/${id}/mark-paid`,
    body: { method: "cash" },
  }),
  ship: ({ id, lineId, locationId }) => ({
    method: "POST",
    path: `/api/admin/orders/${id}/parcels`,
    body: { locationId, lines: [{ lineId, quantity: 1 }] },
  }),
};
/** For orders that are neither paid nor shipped. */
export const cancel = ({ id }: Created): Call => ({ method: "POST", path: `/api/admin/orders/${id}/cancel`, body: {} });
