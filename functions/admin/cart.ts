import { checkOutCart } from "#core/cart/check-out";
import { inspectCart, listCarts, readCart } from "#core/cart/list-carts";
import { createCart, setCartContact, setCartLines } from "#core/cart/write-cart";
import * as cart from "#core/contract/cart";
import { pagesAskedFor } from "#core/payment/requests/pages-asked-for";
import { asks, reads, steps, writes } from "#functions/admin";

export const create = steps(cart.create, (by, input, commit) => commit(by, (change) => createCart(change, input)));
export const read = reads(cart.read, readCart);
export const setLines = writes(cart.setLines, setCartLines);
export const setContact = writes(cart.setContact, setCartContact);
export const checkOut = asks(cart.checkOut, checkOutCart, inspectCart, async ({ order }) =>
  order ? pagesAskedFor(order.id) : [],
);
export const list = reads(cart.list, listCarts);
export const inspect = reads(cart.inspect, inspectCart);
