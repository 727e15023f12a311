/** Carts created through the store API. */
import { expect } from "vitest";
import * as cart from "#core/contract/cart";
import type { Asked } from "#core/contract/kit/operation";
import { call, storefrontsKey } from "../call.ts";
import { someEmail } from "./customers.ts";
import { somebody } from "./orders.ts";
import { aVariantInStock } from "./stock.ts";

interface Given {
  readonly lines?: Asked<typeof cart.setLines>["lines"];
  readonly as?: string;
  readonly contact?: Omit<Asked<typeof cart.setContact>, "token">;
}

/** A cart that can be checked out: two units of a variant in stock, and an address. */
export async function aFilledCart({ lines, as, contact }: Given = {}) {
  const key = as ?? (await storefrontsKey());
  const wanted = lines ?? [{ variantId: (await aVariantInStock(10)).variantId, quantity: 2 }];
  const made = await call(cart.create, { lines: wanted }, { as: key });
  expect(made.status).toBe(201);
  const { token } = made.body;
  const { name, phone, address } = somebody;
  const set = await call(cart.setContact, { token, email: someEmail(), name, phone, address, ...contact }, { as: key });
  expect(set.status).toBe(200);
  return { token, key, cart: set.body };
}
