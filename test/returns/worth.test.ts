/** The value of a return, and what may be refunded after it: to the minor unit, as the order was priced. */
import { expect, it } from "vitest";
import * as order from "#core/contract/order";
import { totalsOf } from "#core/price/totals";
import { worthOfReturns } from "#core/price/worth-of-returns";
import { call } from "../support/call.ts";
import { aDiscount, aProduct, aTaxRate } from "../support/given/catalogue.ts";
import { aGateway, makeCalls, orderNow, paidThrough, type Shown } from "../support/given/gateways.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";
import { back, ship } from "../support/given/parcels.ts";
import { aVariantInStock } from "../support/given/stock.ts";
import fc from "../support/harness/properties.ts";

const amounts = ({ returns }: Pick<Shown, "returns">) => returns.map(({ worth }) => worth?.amountMinor);

/** A price that others get wrong: ten of 23.90 including 20 % tax, 25 % off, so 179.25 in all. */
async function tenPots(quantity = 10) {
  const { id: taxRateId } = await aTaxRate({ basisPoints: 2000 });
  const { variants } = await aProduct({ variants: [{ priceMinor: 2390, taxRateId }] });
  const place = await aVariantInStock(quantity, { variantId: variants[0]!.id });
  return { place, lines: [{ place, quantity }] };
}
const quarterOff = async () => (await aDiscount({ basisPoints: 2500 })).code;

/** Paid through the gateway and shipped. */
async function sent({ shippingMinor = 0 } = {}) {
  const fake = await aGateway();
  const { place, lines } = await tenPots();
  const paid = await paidThrough(fake, { lines, discountCode: await quarterOff(), shippingMinor });
  const made = order.Order.decode(paid);
  expect((await ship(made, place.locationId, 10)).status).toBe(201);
  return { fake, made };
}

// A cent more is refused by the gateway, a cent less is a customer who writes again.
it("for ten at 23.90 with a quarter off is exactly 179.25, and that is refunded", async () => {
  const { fake, made } = await sent();
  const { body } = await back(made, 10);
  expect(body.return).toMatchObject({ worth: { amountMinor: 17_925, currency: "INR" } });
  expect((await call(order.refund, { id: made.id, amountMinor: 17_925 })).status).toBe(201);
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ paymentStatus: "refunded", refundable: { amountMinor: 0 } });
  expect(fake.refunds).toMatchObject([{ amountMinor: 17_925 }]);
});

it("adds up over partial returns, with the shipping charge only in the last of them", async () => {
  const { made } = await sent({ shippingMinor: 499 });
  for (const quantity of [3, 3, 3]) await back(made, quantity);
  // Three tenths are 5,377.5: if each return were rounded separately, all of them would add up to two too many.
  expect(amounts(await orderNow(made))).toEqual([5378, 5377, 5378]);
  await back(made, 1);
  expect(amounts(await orderNow(made))).toEqual([5378, 5377, 5378, 1792 + 499]);
  expect((await orderNow(made)).totals).toMatchObject({ total: { amountMinor: 17_925 + 499 } });
});

// Shipping that a code made free was never paid: refunding it would be the store's loss.
it("includes no shipping that the customer did not pay", async () => {
  const { place, lines } = await tenPots(2);
  const { code } = await aDiscount({ kind: "freeShipping" });
  const made = await anOrder({ lines, discountCode: code, shippingMinor: 499, paid: true });
  await ship(made, place.locationId, 2);
  expect((await back(made, 2)).body.return).toMatchObject({ worth: { amountMinor: 4780 } });
});

it("is a proposal: a store that keeps a fee refunds less, and the fee stays refundable", async () => {
  const { made } = await sent();
  const { worth } = (await back(made, 4)).body.return;
  expect(worth).toMatchObject({ amountMinor: 7170 });
  const { body } = await call(order.refund, {
    id: made.id,
    amountMinor: 7170 - 500,
    reason: "500 kept for opening it",
  });
  expect(body).toMatchObject({
    refunds: [{ amount: { amountMinor: 6670 } }],
    refundable: { amountMinor: 17_925 - 6670 },
  });
});

it("is left for refunding by a cancelled order with a code too: never more than was paid", async () => {
  const fake = await aGateway();
  const { lines } = await tenPots();
  const paid = await paidThrough(fake, { lines, discountCode: await quarterOff(), shippingMinor: 499 });
  const { body } = await call(order.cancel, { id: paid.id });
  expect(body).toMatchObject({ refundable: { amountMinor: 18_424 }, balance: { amount: { amountMinor: 18_424 } } });
  await nothingChanged(async () => {
    // The prices before the discount, which clerks request when they do not calculate.
    expect(await call(order.refund, { id: paid.id, amountMinor: 23_900 + 499 })).toMatchObject({
      status: 409,
      body: { error: { code: "refund.aboveRemaining", detail: { remaining: { amountMinor: 18_424 } } } },
    });
  });
  await call(order.refund, { id: paid.id });
  await makeCalls();
  expect(await orderNow(paid)).toMatchObject({ refundable: { amountMinor: 0 }, balance: { direction: "even" } });
});

it("adds up to each line and to the order, whatever the prices and however many partial returns there are", () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  const lines = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 40 }),
      unitPriceMinor: amount,
      taxBasisPoints: fc.integer({ min: 0, max: 10_000 }),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const discount = fc.option(
    fc.record({ kind: fc.constant("fixed" as const), value: amount, minimumMinor: fc.constant(0) }),
  );
  fc.assert(
    fc.property(
      lines,
      discount,
      amount,
      fc.boolean(),
      fc.integer({ min: 1, max: 7 }),
      (priced, off, shipping, included, step) => {
        const totals = totalsOf(priced, { discount: off, shippingMinor: shipping, taxesInclusive: included });
        const sold = totals.lines.map(({ totalMinor }, nth) => ({
          id: `${nth}`,
          quantity: priced[nth]!.quantity,
          totalMinor,
        }));
        const parts = sold.flatMap(({ id, quantity }) =>
          Array.from({ length: Math.ceil(quantity / step) }, (_, nth) => ({
            lines: [{ lineId: id, quantity: Math.min(step, quantity - nth * step) }],
          })),
        );
        const worths = worthOfReturns({ totalMinor: totals.totalMinor, lines: sold }, parts);
        expect(worths.every((worth) => worth >= 0)).toBe(true);
        expect(worths.reduce((sum, worth) => sum + worth, 0)).toBe(totals.totalMinor);
        expect(
          worthOfReturns({ totalMinor: totals.totalMinor, lines: sold }, [
            { lines: parts.flatMap((part) => part.lines) },
          ]),
        ).toEqual([totals.totalMinor]);
      },
    ),
  );
});
