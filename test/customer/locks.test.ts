/** Carts, orders and customers are locked in this order, and customers in that of their ids: nobody deadlocks. */
import { expect, it } from "vitest";
import { system } from "#core/actor";
import { lockedCart } from "#core/cart/show-cart";
import * as cart from "#core/contract/cart";
import * as customer from "#core/contract/customer";
import { customerOf } from "#core/customer/customer-of";
import { type Change, inChange } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aFilledCart } from "../support/given/carts.ts";
import { aCustomer, someEmail } from "../support/given/customers.ts";
import { anOrder, somebody } from "../support/given/orders.ts";

/** Nothing that the change locks from now on is waited for. */
const waitForNothing = ({ tx }: Change) => tx.execute(sql`set local lock_timeout = '1ms'`);

const erased = async (id: customer.Customer["id"], first: (change: Change) => Promise<unknown>, then: typeof first) => {
  const { erasing } = await inChange(system("test"), async (change) => {
    await first(change);
    const erasing = call(customer.erase, { id });
    await untilSomebodyWaits();
    await waitForNothing(change);
    await then(change);
    return { erasing };
  });
  return (await erasing).status;
};

it("whoever erases a customer waits for their cart before holding the customer or an order", async () => {
  const email = someEmail();
  const made = await anOrder({ email, shippedQuantity: 2 });
  const { token } = await aFilledCart({ contact: { email } });
  const status = await erased(
    made.customerId!,
    (change) => lockedCart(change.tx, token),
    async (change) => {
      await change.tx.execute(sql`select from orders where id = ${made.id} for update`);
      expect(await customerOf(change, { ...somebody, email })).toBe(made.customerId);
    },
  );
  expect(status).toBe(200);
  expect((await call(cart.read, { token })).body.email).toBeNull();
});

it("whoever erases a customer waits for a cart that has the address of one of their orders alone", async () => {
  const email = someEmail();
  const made = await anOrder({ email, shippedQuantity: 2 });
  await call(customer.edit, { id: made.customerId!, email: someEmail() });
  const { token } = await aFilledCart({ contact: { email } });
  const status = await erased(
    made.customerId!,
    (change) => lockedCart(change.tx, token),
    (change) => change.tx.execute(sql`select from customers where id = ${made.customerId} for key share`),
  );
  expect(status).toBe(200);
  expect((await call(cart.read, { token })).body.email).toBeNull();
});

it.each(["older", "younger"])(
  "whoever erases a customer waits for those who found them by the address of the %s one merged into them",
  async (age) => {
    const [first, second] = [await aCustomer(), await aCustomer()];
    const [kept, gone] = age === "older" ? [second, first] : [first, second];
    await call(customer.merge, { id: kept.id, otherId: gone.id });
    const found = (change: Change) => customerOf(change, { ...somebody, email: gone.email! });
    const status = await erased(kept.id, found, async (change) => {
      // As an order that refers to them.
      await change.tx.execute(sql`select from customers where id = ${kept.id} for key share`);
    });
    expect(status).toBe(200);
  },
);

it("whoever merges customers holds the younger one only once they have the older one", async () => {
  const [older, younger] = [await aCustomer(), await aCustomer()];
  const { merging } = await inChange(system("test"), async (change) => {
    await change.tx.execute(sql`select from customers where id = ${older.id} for update`);
    const merging = call(customer.merge, { id: younger.id, otherId: older.id });
    await untilSomebodyWaits();
    await waitForNothing(change);
    await change.tx.execute(sql`select from customers where id = ${younger.id} for update`);
    return { merging };
  });
  expect((await merging).status).toBe(200);
});
