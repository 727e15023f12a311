import { audit } from "#core/audit/record";
import type * as cart from "#core/contract/cart";
import type { InputOf } from "#core/contract/kit/operation";
import { onlineGateways } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { createOrder } from "#core/order/create";
import { requestPayment } from "#core/payment/requests/request-payment";
import { Refusal } from "#core/refusal";
import { storeSettings } from "#core/store/settings";
import { type CartRow, carts } from "./cart.table.ts";
import { missingOf, type PricedCart, priceCart } from "./price-cart.ts";
import { lockedCart, moreOf, putTogether } from "./show-cart.ts";

type Input = InputOf<typeof cart.checkOut>;

/**
 * Makes an order of a cart, once: the cart's row is locked and then refers to its order, so that repeated or concurrent
 * requests return the same order. If the total differs from the one that the shopper was last shown, everything is
 * rolled back. With a gateway, the same change requests a payment page.
 */
export async function checkOutCart(change: Change, input: Input): Promise<cart.Cart> {
  const { tx, at } = change;
  const [row, { checkOutPayments: offered }] = await pipelined(lockedCart(tx, input.token), storeSettings(tx));
  if (offered && !offered.includes(input.payment)) throw new Refusal("payment.notOffered", { offered });
  const { expectedUpdatedAt: seen = row.updatedAt } = input;
  if (row.orderId === null && seen.getTime() !== row.updatedAt.getTime()) {
    throw new Refusal("version.stale", { updatedAt: row.updatedAt });
  }
  const [priced, before] = await pipelined(priceCart(tx, row, at), moreOf(tx, row));
  const [ordered, more] = row.orderId
    ? [row, before]
    : await placed(change, row, { priced, channel: before.channel, payment: input.payment });
  const gateway = onlineGateways.find((code) => code === input.payment);
  if (!gateway || more.order?.status !== "pending" || more.order.payAt !== null)
    return putTogether(ordered, priced, more);
  await requestPayment(change, { id: more.order.id, gateway });
  return putTogether(ordered, priced, await moreOf(tx, ordered));
}

interface Terms extends Pick<Input, "payment"> {
  readonly priced: PricedCart;
  readonly channel: string | null;
}

async function placed(
  change: Change,
  row: CartRow,
  { priced: { problems, shippingMinor }, channel, payment }: Terms,
): Promise<readonly [CartRow, Awaited<ReturnType<typeof moreOf>>]> {
  const { email, name, phone, address, discountCode } = row;
  if (email === null || name === null || address === null || row.lines.length === 0 || problems.includes("shipping")) {
    throw new Refusal("cart.notReady", { problems, missing: missingOf(row) });
  }
  const order = await createOrder(change, {
    ...{ email, name, address, payment, shippingMinor, dryRun: false },
    ...(phone !== null && { phone }),
    ...(channel !== null && { channel }),
    ...(discountCode !== null && { discountCode }),
    lines: row.lines.map(({ variantId, quantity }) => ({ variantId, quantity })),
  });
  const totalMinor = order.totals?.total.amountMinor;
  if (totalMinor !== row.totalMinor) {
    throw new Refusal("cart.changed", { totalMinor, totalMinorBefore: row.totalMinor });
  }
  const ordered = { ...row, orderId: order.id, updatedAt: change.at };
  const [more] = await pipelined(
    moreOf(change.tx, ordered),
    change.tx.update(carts).set({ orderId: order.id, updatedAt: change.at }).where(eq(carts.id, row.id)),
  );
  audit(change, "cart.checkOut", row.id, { after: { orderId: order.id, number: order.number, totalMinor } });
  return [ordered, more];
}
