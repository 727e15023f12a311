import { randomBytes } from "node:crypto";
import { editOf } from "#core/audit/edit-of";
import { type Action, audit } from "#core/audit/record";
import type * as cart from "#core/contract/cart";
import { quantityMax } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { newId } from "#core/id";
import { quantitiesOf } from "#core/price/list-prices";
import { invalidField, Refusal } from "#core/refusal";
import { digest, seal } from "#core/secret";
import { type CartRow, carts } from "./cart.table.ts";
import { priceCart } from "./price-cart.ts";
import { lockedCart, moreOf, putTogether } from "./show-cart.ts";

/** The token is returned only here. It is stored as a digest, and sealed for the event that contains it. */
export async function createCart(
  change: Change,
  { lines }: InputOf<typeof cart.create>,
): Promise<OutputOf<typeof cart.create>> {
  const { by, at } = change;
  const id = newId("cart");
  const token = randomBytes(32).toString("base64url");
  const row: CartRow = {
    id,
    tokenHash: digest(token),
    tokenSealed: seal(token, id),
    channelId: by.storefront?.channelId ?? null,
    keyId: by.id ?? by.kind,
    lines: linesOf(lines),
    email: null,
    name: null,
    phone: null,
    address: null,
    discountCode: null,
    totalMinor: 0,
    orderId: null,
    abandonedAt: null,
    announcedAt: null,
    createdAt: at,
    updatedAt: at,
  };
  await change.tx.insert(carts).values(row);
  return { ...(await written(change, row, "cart.create", ["lines"])), token };
}

export async function setCartLines(change: Change, input: InputOf<typeof cart.setLines>): Promise<cart.Cart> {
  const row = await openCart(change, input.token);
  return written(change, { ...row, lines: linesOf(input.lines) }, "cart.setLines", ["lines"]);
}

export async function setCartContact(change: Change, input: InputOf<typeof cart.setContact>): Promise<cart.Cart> {
  const { token, ...contact } = input;
  const row = await openCart(change, token);
  return written(change, editOf(row, contact).after, "cart.setContact", Object.keys(contact));
}

/** A variant is one line, however often it is given. Its price is calculated when it is written. */
const linesOf = (lines: InputOf<typeof cart.setLines>["lines"]): CartRow["lines"] =>
  [...quantitiesOf(lines)].map(([variantId, quantity]) => {
    if (quantity > quantityMax) throw invalidField("lines", `At most ${quantityMax} of one variant.`);
    return { variantId, quantity, unitPriceMinor: null };
  });

/**
 * A cart that is not an order yet, locked until the change ends. Its time of change is a later one with each write,
 * because a check-out can say by it what the shopper has seen; changes take their time before they lock.
 */
async function openCart({ tx, at }: Change, token: string): Promise<CartRow> {
  const row = await lockedCart(tx, token);
  if (row.orderId === null) return { ...row, updatedAt: new Date(Math.max(at.getTime(), row.updatedAt.getTime() + 1)) };
  const { order } = await moreOf(tx, row);
  throw new Refusal("cart.ordered", { number: order?.number });
}

/** Prices the new cart, and stores what the shopper is shown. The audit records what was written, but not by whom. */
async function written(change: Change, row: CartRow, action: Action, fields: readonly string[]): Promise<cart.Cart> {
  const { tx, at } = change;
  const priced = await priceCart(tx, row, at);
  const kept = {
    ...row,
    lines: priced.priced,
    totalMinor: priced.totals.total.amountMinor,
    abandonedAt: null,
    announcedAt: row.announcedAt ?? row.abandonedAt,
  };
  await tx.update(carts).set(kept).where(eq(carts.id, row.id));
  audit(change, action, row.id, { after: { changed: fields, totalMinor: kept.totalMinor } });
  const problems = priced.problems.filter((problem) => problem !== "changed");
  const lines = priced.lines.map((line) => ({ ...line, unitPriceBefore: null }));
  return putTogether(kept, { ...priced, lines, problems }, await moreOf(tx, row));
}
