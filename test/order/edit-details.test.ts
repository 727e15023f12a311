import { describe, expect, it } from "vitest";
import * as customer from "#core/contract/customer";
import * as order from "#core/contract/order";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { someEmail } from "../support/given/customers.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";

const elsewhere = { line1: "4 Hill Street", city: "Leeds", postalCode: "LS1 4AP", country: "GB" };

describe("order.editDetails", () => {
  it("corrects contact and address at any time, and records the previous values", async () => {
    const { id } = await anOrder({ shippedQuantity: 2 });
    const { status, body } = await call(order.editDetails, {
      id,
      email: "New@Example.com",
      phone: null,
      address: elsewhere,
      name: "Asha Rao", // as it was
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "shipped",
      contact: { email: "new@example.com", phone: null, name: "Asha Rao" },
      address: elsewhere,
    });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({
      name: "order.edited",
      data: { ...body, changed: ["email", "phone", "address"] },
    });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "order.editDetails",
      before: { email: "asha@example.com", phone: "+919876543210" },
      after: { email: "new@example.com", phone: null, address: elsewhere },
    });
  });

  // Otherwise it would count as another person's order, and erasing its customer would leave their details on it.
  it("with another email address moves the order to the customer who has it, or to a new one, and raises the version once", async () => {
    const [wrong, right] = [someEmail(), someEmail()];
    const placed = await anOrder({ email: wrong, paid: true });
    const other = await anOrder({ email: right, paid: true });
    const { body } = await call(order.editDetails, { id: placed.id, email: right });
    expect(body).toMatchObject({ customerId: other.customerId, version: placed.version + 1 });
    const figuresOf = async (id: typeof placed.customerId) => (await call(customer.read, { id: id! })).body;
    expect(await figuresOf(placed.customerId)).toMatchObject({
      orders: 0,
      spent: { amountMinor: 0 },
      lastOrderAt: null,
    });
    expect(await figuresOf(other.customerId)).toMatchObject({ orders: 2 });

    const unknown = someEmail();
    const moved = (await call(order.editDetails, { id: placed.id, email: unknown, name: "New Name" })).body;
    expect(await figuresOf(moved.customerId)).toMatchObject({ email: unknown, name: "New Name", orders: 1 });
  });

  it("raises the version once if the other address belongs to the same customer", async () => {
    const [kept, merged] = [await anOrder({ email: someEmail() }), await anOrder({ email: someEmail() })];
    await call(customer.merge, { id: kept.customerId!, otherId: merged.customerId! });
    const before = (await call(order.read, { id: kept.id })).body;
    const { body } = await call(order.editDetails, { id: kept.id, email: merged.contact!.email });
    expect(body).toMatchObject({ customerId: kept.customerId, version: before.version + 1 });
  });

  it("writes nothing and emits nothing if nothing differs", async () => {
    const { id } = await anOrder();
    await nothingChanged(async () => {
      expect(await call(order.editDetails, { id, name: "Asha Rao" })).toMatchObject({ status: 200 });
    });
  });

  it.each([
    { email: "nobody" },
    { phone: "98765" },
    { name: " " },
    { address: { line1: "x" } },
    { address: { ...elsewhere, country: "UK1" } },
    { status: "paid" },
    { name: "a\0b" },
  ])("refuses %o and changes nothing", async (wrong) => {
    const { id } = await anOrder();
    await nothingChanged(async () => {
      expect(await call(order.editDetails, { id, ...wrong } as never)).toMatchObject({ status: 400 });
    });
  });
});
