/**
 * Every operation that writes, with an example call, for tests that cover all of them. The first of those fails if an
 * operation is added to the contract but not here.
 */

import * as box from "#core/contract/box";
import * as cart from "#core/contract/cart";
import * as category from "#core/contract/category";
import * as channel from "#core/contract/channel";
import * as collection from "#core/contract/collection";
import * as customer from "#core/contract/customer";
import * as discount from "#core/contract/discount";
import * as exports from "#core/contract/export";
import * as group from "#core/contract/group";
import * as image from "#core/contract/image";
import * as imports from "#core/contract/import";
import * as key from "#core/contract/key";
import type { Id } from "#core/contract/kit/fields";
import type { Operation } from "#core/contract/kit/operation";
import * as location from "#core/contract/location";
import * as message from "#core/contract/message";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as payment from "#core/contract/payment";
import * as priceList from "#core/contract/priceList";
import * as product from "#core/contract/product";
import * as provider from "#core/contract/provider";
import * as report from "#core/contract/report";
import * as returns from "#core/contract/returns";
import * as role from "#core/contract/role";
import * as session from "#core/contract/session";
import * as shippingRate from "#core/contract/shippingRate";
import * as staff from "#core/contract/staff";
import * as stock from "#core/contract/stock";
import * as store from "#core/contract/store";
import * as tax from "#core/contract/tax";
import * as template from "#core/contract/template";
import * as transfer from "#core/contract/transfer";
import * as variant from "#core/contract/variant";
import * as vendor from "#core/contract/vendor";
import * as view from "#core/contract/view";
import * as webhook from "#core/contract/webhook";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "./call.ts";
import { aCarrier, anOrderToSend, book } from "./given/carriers.ts";
import { aFilledCart } from "./given/carts.ts";
import { aDiscount, aLocation, aProduct, aTaxRate, aVariant, some } from "./given/catalogue.ts";
import { aCustomer, aGroup, aPriceList, someEmail } from "./given/customers.ts";
import { anUpload, someFiles } from "./given/files.ts";
import {
  aFailedRefund,
  anUnmatchedPayment,
  aRefundToDecide,
  paidByGateway,
  setUpGateway,
  stripeSettings,
} from "./given/gateway-money.ts";
import { makeCalls } from "./given/gateways.ts";
import { anOrder, somebody } from "./given/orders.ts";
import { aPerson, aSignedIn, aVendor, password } from "./given/people.ts";
import { aStockroom, aVariantInStock } from "./given/stock.ts";
import { anEndpoint, someDeliveries } from "./given/webhooks.ts";

export interface Given {
  readonly input: Readonly<Record<string, unknown>>;
  /** The version of what it writes to, if that has one. */
  readonly version?: number;
  /** Headers of a signed-in person, where a key is not enough; empty for an anonymous caller. */
  readonly headers?: Readonly<Record<string, string>>;
}

const withInput = (input: () => Promise<Given["input"]> | Given["input"]) => async (): Promise<Given> => ({
  input: await input(),
});

const anImport = async () => {
  await someFiles();
  return (await call(imports.create, { kind: "stock", fileName: "stock.csv", bytes: 9 })).body.import.id;
};

type Order = order.Order;
const firstLine = ({ lines }: Order) => lines[0]!.id;
const firstParcel = ({ parcels }: Order) => ({ parcelId: parcels[0]!.id });
const ofOrder =
  (given: Parameters<typeof anOrder>[0] = {}, more: (of: Order) => Given["input"] = () => ({})) =>
  async () => {
    const made = await anOrder(given);
    return { input: { id: made.id, ...more(made) }, version: made.version };
  };

const ofProduct =
  (more: (of: product.Product) => Given["input"] = () => ({})) =>
  async () => {
    const variants = [{ options: ["S"] }, { options: ["M"] }];
    const made = await aProduct({ options: ["Size"], variants, status: "draft" });
    return { input: { id: made.id, ...more(made) }, version: made.version };
  };

const ofImages =
  (more: (of: product.Product) => Given["input"] = () => ({})) =>
  async () => {
    const made = await aProduct({ images: [{ url: "https://cdn.test/1.png" }, { url: "https://cdn.test/2.png" }] });
    return { input: { id: made.id, imageId: made.images[0]!.id, ...more(made) }, version: made.version };
  };

const ofPriceList =
  (more: () => Promise<Given["input"]> | Given["input"] = () => ({})) =>
  async () => {
    const { id, version } = await aPriceList([]);
    return { input: { id, ...(await more()) }, version };
  };

const ofCart =
  (more: Given["input"] = {}) =>
  async () => {
    const { token } = await aFilledCart();
    return { input: { token, ...more } };
  };
const aRate = () => idOf(call(shippingRate.create, { name: "Nowhere", countries: ["AQ"], amountMinor: 1 }));

const inStock = (more: Given["input"]) =>
  withInput(async () => {
    const { variantId, locationId } = await aVariantInStock(5);
    return { id: variantId, locationId, ...more };
  });

const idOf = async (answer: Promise<{ body: { id: string } }>) => (await answer).body.id;
const aCategory = () => idOf(call(category.create, { name: some("Shirts") }));
const aView = () => idOf(call(view.create, { list: "orders", name: some("View"), search: {} }));
const aChannel = () => idOf(call(channel.create, { code: some("web"), name: "Web" }));
const aCollection = () => idOf(call(collection.create, { title: some("Summer") }));
const aQuery = () => ({ name: some("Report"), statement: "select 1" });
const invitation = () => call(staff.invite, { email: `${some("new")}@store.test`, name: "New", role: "staff" });
const aClerk = async () => (await aPerson({ role: "staff" })).id;
const aNewBox = () => ({ name: some("Box"), lengthMm: 300, widthMm: 200, heightMm: 100, weightGrams: 50 });
const packedFrom = (made: Order, { locationId }: { readonly locationId: string }) => ({
  ...{ id: made.id, locationId, lines: [{ lineId: firstLine(made), quantity: 1 }] },
});
const aBookedParcel = async () => {
  await aCarrier();
  const { made, place } = await anOrderToSend(1);
  return { id: made.id, parcelId: (await book(made, place)).body.parcel.id };
};
const versionOf = async (id: Id<"order">) => (await call(order.read, { id })).body.version;
const endpoint = () => anEndpoint("https://receiver.test/hook");

const invitationMail = { kind: "staff.invited", channel: "email" } as const;

/** A message that was written but not sent, as there is no sender. */
const aMessage = async () => {
  const { body } = await call(template.sendTest, { kind: "stock.low", channel: "email", to: "somebody@store.test" });
  return body.messageId;
};

const aSuppression = async () => {
  const recipient = `${some("gone")}@example.com`;
  await db().execute(
    sql`insert into suppressions (channel, recipient, why, at) values ('email', ${recipient}, 'bounced', now())`,
  );
  return { channel: "email", recipient };
};

/** The default stays, so that another can be removed. */
const removable = async <T extends { id: string }>(make: () => Promise<T>) => {
  await make();
  return (await make()).id;
};

const everyWrite: ReadonlyMap<Operation, () => Promise<Given>> = new Map<Operation, () => Promise<Given>>([
  [cart.create, withInput(() => ({}))],
  [cart.setLines, ofCart({ lines: [] })],
  [cart.setContact, ofCart({ name: "Another" })],
  [
    cart.checkOut,
    async () => {
      // If a store has rates, one of them must apply.
      await call(shippingRate.create, { name: "Home", countries: [somebody.address.country], amountMinor: 0 });
      return ofCart({ payment: "manual" })();
    },
  ],
  [shippingRate.create, withInput(() => ({ name: "Nowhere", countries: ["AQ"], amountMinor: 1 }))],
  [shippingRate.edit, withInput(async () => ({ id: await aRate(), amountMinor: 2 }))],
  [shippingRate.remove, withInput(async () => ({ id: await aRate() }))],
  [box.create, withInput(() => aNewBox())],
  [box.edit, withInput(async () => ({ id: (await call(box.create, aNewBox())).body.id, weightGrams: 7 }))],
  [box.remove, withInput(async () => ({ id: await removable(async () => (await call(box.create, aNewBox())).body) }))],
  [category.create, withInput(() => ({ name: some("Shirts") }))],
  [category.edit, withInput(async () => ({ id: await aCategory(), name: some("Trousers") }))],
  [category.remove, withInput(async () => ({ id: await aCategory() }))],
  [view.create, withInput(() => ({ list: "orders", name: some("View"), search: { status: "confirmed" } }))],
  [view.edit, withInput(async () => ({ id: await aView(), name: some("Renamed") }))],
  [view.remove, withInput(async () => ({ id: await aView() }))],
  [channel.create, withInput(() => ({ code: some("app"), name: "App" }))],
  [channel.edit, withInput(async () => ({ id: await aChannel(), name: "Another" }))],
  [channel.remove, withInput(async () => ({ id: await aChannel() }))],
  [collection.create, withInput(() => ({ title: some("Winter") }))],
  [collection.edit, withInput(async () => ({ id: await aCollection(), title: some("Autumn") }))],
  [collection.remove, withInput(async () => ({ id: await aCollection() }))],
  [collection.setProducts, withInput(async () => ({ id: await aCollection(), productIds: [(await aProduct()).id] }))],
  [customer.create, withInput(() => ({ email: someEmail(), name: "Asha" }))],
  [customer.edit, withInput(async () => ({ id: (await aCustomer()).id, name: "Another" }))],
  [customer.erase, withInput(async () => ({ id: (await aCustomer()).id }))],
  [customer.merge, withInput(async () => ({ id: (await aCustomer()).id, otherId: (await aCustomer()).id }))],
  [group.create, withInput(() => ({ name: some("Wholesale") }))],
  [group.edit, withInput(async () => ({ id: (await aGroup()).id, name: some("Trade") }))],
  [group.remove, withInput(async () => ({ id: (await aGroup()).id }))],
  [priceList.create, withInput(() => ({ name: "Winter" }))],
  [priceList.edit, ofPriceList(() => ({ priority: 7 }))],
  [priceList.remove, ofPriceList()],
  [priceList.setRows, ofPriceList(async () => ({ rows: [{ variantId: (await aVariant()).id, amountMinor: 1 }] }))],
  [discount.create, withInput(() => ({ code: some("TEN"), kind: "percentage", basisPoints: 1000 }))],
  [discount.edit, withInput(async () => ({ id: (await aDiscount()).id, basisPoints: 500 }))],
  [discount.remove, withInput(async () => ({ id: (await aDiscount()).id }))],
  [image.requestUpload, ofProduct(() => ({ type: "image/png", bytes: 9 }))],
  [
    image.add,
    async () => {
      const { id, version } = await aProduct();
      return { input: { id, imageId: await anUpload({ id }) }, version };
    },
  ],
  [image.edit, ofImages(() => ({ alt: some("It shows") }))],
  [image.remove, ofImages()],
  [key.create, withInput(() => ({ name: "Robot", role: "staff" }))],
  [key.revoke, withInput(async () => ({ id: await idOf(call(key.create, { name: "Robot", role: "staff" })) }))],
  [location.create, withInput(() => ({ code: some("LOC"), name: "Warehouse" }))],
  [location.edit, withInput(async () => ({ id: (await aLocation()).id, name: "Depot" }))],
  [location.remove, withInput(async () => ({ id: await removable(aLocation) }))],
  [message.liftSuppression, withInput(aSuppression)],
  [message.resend, withInput(async () => ({ id: await aMessage() }))],
  [order.addNote, ofOrder({}, () => ({ text: "Rang twice." }))],
  [
    order.removeNote,
    async () => {
      const { id } = await anOrder();
      const { note, order: noted } = (await call(order.addNote, { id, text: "Rang twice." })).body;
      return { input: { id, noteId: note.id }, version: noted.version };
    },
  ],
  [order.cancel, ofOrder()],
  [order.closeRest, ofOrder({ shippedQuantity: 1 })],
  [
    order.create,
    withInput(async () => ({ ...somebody, lines: [{ variantId: (await aVariantInStock(5)).variantId, quantity: 1 }] })),
  ],
  [order.editDetails, ofOrder({}, () => ({ name: "Another Name" }))],
  [order.editLines, ofOrder({}, (of) => ({ change: [{ lineId: firstLine(of), quantity: 1 }] }))],
  [order.markPaid, ofOrder({}, () => ({ method: "cash" }))],
  [order.markUnpaid, ofOrder({ paid: true })],
  [
    order.refund,
    async () => {
      const { id, version } = await paidByGateway(await anOrder());
      return { input: { id, amountMinor: 1 }, version };
    },
  ],
  [
    order.requestPayment,
    async () => {
      await setUpGateway();
      return ofOrder({}, () => ({ gateway: "stripe" }))();
    },
  ],
  [order.tag, ofOrder({}, () => ({ tags: [some("gift")] }))],
  [
    order.sweepUnpaid,
    withInput(async () => {
      const { id } = await anOrder();
      await db().execute(sql`update orders set unpaid_since = now() - interval '2 days' where id = ${id}`);
      return {};
    }),
  ],
  [
    parcel.decide,
    async () => {
      const { id, parcelId } = await aBookedParcel();
      await db().execute(sql`update calls set status = 'unknown', due_at = null where subject_id = ${parcelId}`);
      return { input: { id, parcelId, happened: true, trackingNumber: "T1" }, version: await versionOf(id) };
    },
  ],
  [
    parcel.rates,
    async () => {
      const { made, place } = await anOrderToSend(1);
      return { input: packedFrom(made, place) };
    },
  ],
  [
    parcel.refresh,
    async () => {
      const { id, parcelId } = await aBookedParcel();
      await makeCalls();
      return { input: { id, parcelId }, version: await versionOf(id) };
    },
  ],
  [
    parcel.seeReturned,
    async () => {
      const { id, parcelId } = await aBookedParcel();
      await makeCalls();
      await db().execute(sql`update parcels set track_status = 'returned' where id = ${parcelId}`);
      return { input: { id, parcelId } };
    },
  ],
  [parcel.deliver, ofOrder({ shippedQuantity: 1 }, firstParcel)],
  [parcel.edit, ofOrder({ shippedQuantity: 1 }, (of) => ({ ...firstParcel(of), trackingNumber: "T1" }))],
  [
    parcel.ship,
    ofOrder({ paid: true }, (of) => ({
      locationId: of.lines[0]!.allocations[0]!.locationId,
      lines: [{ lineId: firstLine(of), quantity: 1 }],
    })),
  ],
  [
    parcel.undeliver,
    async () => {
      const made = await anOrder({ shippedQuantity: 1 });
      const input = { id: made.id, ...firstParcel(made) };
      return { input, version: (await call(parcel.deliver, input)).body.version };
    },
  ],
  [parcel.unship, ofOrder({ shippedQuantity: 1 }, firstParcel)],
  [product.create, withInput(() => ({ title: some("Shirt") }))],
  [product.edit, ofProduct(() => ({ title: some("Title") }))],
  [product.remove, ofProduct()],
  [
    returns.record,
    ofOrder({ shippedQuantity: 1 }, (of) => ({ lines: [{ lineId: firstLine(of), quantity: 1, restock: false }] })),
  ],
  [
    returns.withdraw,
    async () => {
      const made = await anOrder({ shippedQuantity: 1 });
      const lines = [{ lineId: firstLine(made), quantity: 1, restock: false }];
      const { body } = await call(returns.record, { id: made.id, lines });
      return { input: { id: made.id, returnId: body.return.id }, version: body.order.version };
    },
  ],
  [role.set, withInput(() => ({ role: "staff", title: some("Clerk") }))],
  [
    role.reset,
    withInput(async () => {
      await call(role.set, { role: "staff", title: some("Clerk") });
      return { role: "staff" };
    }),
  ],
  [
    session.changePassword,
    async () => ({
      input: { currentPassword: password, newPassword: "another one entirely" },
      headers: (await aSignedIn()).headers,
    }),
  ],
  [session.rename, async () => ({ input: { name: some("Name") }, headers: (await aSignedIn()).headers })],
  [session.signIn, async () => ({ input: { email: (await aPerson()).email, password }, headers: {} })],
  [session.signOut, async () => ({ input: {}, headers: (await aSignedIn()).headers })],
  [
    staff.acceptInvitation,
    async () => {
      const { link } = (await invitation()).body;
      return { input: { token: link.slice(link.indexOf("=") + 1), password }, headers: {} };
    },
  ],
  [staff.invite, withInput(() => ({ email: `${some("new")}@store.test`, name: "New", role: "staff" }))],
  [staff.remove, withInput(async () => ({ id: await aClerk() }))],
  [staff.resetPassword, withInput(async () => ({ id: await aClerk() }))],
  [
    staff.choosePassword,
    async () => {
      const { link } = (await call(staff.resetPassword, { id: await aClerk() })).body;
      return { input: { token: link.slice(link.indexOf("=") + 1), password: "another one entirely" }, headers: {} };
    },
  ],
  [staff.revokeSessions, withInput(async () => ({ id: await aClerk() }))],
  [staff.edit, withInput(async () => ({ id: await aClerk(), name: some("Clerk") }))],
  [staff.setRole, withInput(async () => ({ id: await aClerk(), role: "manager" }))],
  [staff.withdrawInvitation, withInput(async () => ({ id: (await invitation()).body.id }))],
  [payment.decide, withInput(async () => ({ id: await aRefundToDecide(), happened: true }))],
  [
    payment.dismissRefund,
    async () => {
      const input = await aFailedRefund();
      return { input, version: await versionOf(input.id) };
    },
  ],
  [
    payment.match,
    async () => {
      const { id, version, totals } = await anOrder();
      const unmatchedId = await anUnmatchedPayment(totals!.total.amountMinor);
      return { input: { id: unmatchedId, orderId: id }, version };
    },
  ],
  [payment.refundUnmatched, withInput(async () => ({ id: await anUnmatchedPayment(500) }))],
  [
    provider.configure,
    withInput(() => ({ code: "stripe", settings: { ...stripeSettings, webhookSecret: `whsec_${some("secret")}` } })),
  ],
  [
    provider.remove,
    withInput(async () => {
      await setUpGateway();
      return { code: "stripe" };
    }),
  ],
  [
    provider.test,
    withInput(async () => {
      await setUpGateway();
      return { code: "stripe" };
    }),
  ],
  [exports.create, withInput(() => ({ kind: "audit" }))],
  [exports.cancel, withInput(async () => ({ id: (await call(exports.create, { kind: "audit" })).body.id }))],
  [imports.create, withInput(() => ({ kind: "stock", fileName: "stock.csv", bytes: 9 }))],
  [imports.start, withInput(async () => ({ id: await anImport(), dryRun: true }))],
  [imports.cancel, withInput(async () => ({ id: await anImport() }))],
  [stock.adjust, inStock({ quantity: -1, reason: "Broken" })],
  [stock.count, inStock({ quantity: 3 })],
  [stock.receive, inStock({ quantity: 4 })],
  [
    stock.receiveMany,
    withInput(async () => {
      const { variantId, locationId } = await aVariantInStock(5);
      return { locationId, lines: [{ variantId, quantity: 4 }], reason: "Delivery note 7" };
    }),
  ],
  [stock.setBin, inStock({ bin: "A-1" })],
  [store.edit, withInput(() => ({ name: some("Shop") }))],
  [report.createQuery, withInput(aQuery)],
  [
    report.editQuery,
    async () => {
      const { id, version } = (await call(report.createQuery, aQuery())).body;
      return { input: { id, ...aQuery() }, version };
    },
  ],
  [
    report.setSchedule,
    withInput(async () => ({
      id: await idOf(call(report.createQuery, aQuery())),
      schedule: { every: "monday", staffIds: [(await aPerson()).id] },
    })),
  ],
  [report.removeQuery, withInput(async () => ({ id: await idOf(call(report.createQuery, aQuery())) }))],
  [tax.create, withInput(() => ({ name: some("VAT"), basisPoints: 1900 }))],
  [tax.edit, withInput(async () => ({ id: (await aTaxRate()).id, name: some("VAT") }))],
  [tax.remove, withInput(async () => ({ id: await removable(aTaxRate) }))],
  [
    transfer.create,
    withInput(async () => {
      const { variantId, locationId } = await aVariantInStock(5);
      const lines = [{ variantId, quantity: 2 }];
      return { fromLocationId: locationId, toLocationId: await aStockroom(), lines, reason: "Evening out" };
    }),
  ],
  [variant.create, ofProduct(() => ({ sku: some("SKU"), priceMinor: 5, options: ["L"] }))],
  [variant.edit, ofProduct(({ variants }) => ({ id: variants[0]!.id, priceMinor: 7 }))],
  [
    variant.editMany,
    withInput(async () => ({ rows: [{ id: (await aVariant()).id, set: { priceMinor: 7, barcode: "890" } }] })),
  ],
  [variant.remove, ofProduct(({ variants }) => ({ id: variants[0]!.id }))],
  [vendor.create, withInput(() => ({ name: some("Loom") }))],
  [vendor.edit, withInput(async () => ({ id: await aVendor(), name: some("Loom") }))],
  [
    template.edit,
    withInput(() => ({ ...invitationMail, source: { subject: some("New"), html: "<p>Hello</p>", body: "Hello" } })),
  ],
  [
    template.reset,
    withInput(async () => {
      await call(template.edit, {
        ...invitationMail,
        source: { subject: some("New"), html: "<p>Hello</p>", body: "Hello" },
      });
      return invitationMail;
    }),
  ],
  [template.sendTest, withInput(() => ({ ...invitationMail, to: "somebody@store.test" }))],
  [
    template.setSwitch,
    withInput(async () => {
      const { body } = await call(template.read, invitationMail);
      return { ...invitationMail, isOn: !body.isOn };
    }),
  ],
  [webhook.createEndpoint, withInput(() => ({ url: "https://receiver.test/hook", events: ["order.paid"] }))],
  [webhook.editEndpoint, withInput(async () => ({ id: (await endpoint()).id, active: false }))],
  [webhook.removeEndpoint, withInput(async () => ({ id: (await endpoint()).id }))],
  [
    webhook.retryDelivery,
    withInput(async () => {
      const { id: endpointId } = await endpoint();
      await someDeliveries(1);
      await db().execute(sql`
        update webhook_deliveries set status = 'dead', next_attempt_at = null where endpoint_id = ${endpointId}`);
      return { id: (await call(webhook.listDeliveries, { endpointId })).body.items[0]!.id };
    }),
  ],
  [webhook.rotateSecret, withInput(async () => ({ id: (await endpoint()).id }))],
]);

/** In the order of their names, for `it.each`. */
export const writes = [...everyWrite]
  .map(([op, given]) => ({ name: op.name, op, given }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));
