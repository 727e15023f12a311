/**
 * Checks `functions/admin/<area>.ts` against the contract's area, by types only: nothing of this exists at run time.
 * It does not compile if an operation has no handler, a handler has another name than its operation, something is
 * exported that is not an operation, or an area is not listed here. The error names the operation.
 */
import type { Files } from "#core/contract/index";
import type { Operation } from "#core/contract/kit/operation";
import type { HandlerOf } from "./admin.ts";

type Area = keyof Files;
type VerbOf<A extends Area> = {
  [Name in keyof Files[A] & string]: Files[A][Name] extends Operation ? Name : never;
}[keyof Files[A] & string];

/** What a file must export for an area, and which of its exports do not belong. */
export type HandlersOf<A extends Area, Exported> = {
  [Verb in VerbOf<A>]: HandlerOf<`${A}.${Verb}`>;
} & {
  [Other in Exclude<keyof Exported, VerbOf<A>> & string]: `no operation is called ${A}.${Other}`;
};

interface Handlers {
  audit: typeof import("./admin/audit.ts");
  cart: typeof import("./admin/cart.ts");
  box: typeof import("./admin/box.ts");
  carrier: typeof import("./admin/carrier.ts");
  category: typeof import("./admin/category.ts");
  channel: typeof import("./admin/channel.ts");
  collection: typeof import("./admin/collection.ts");
  customer: typeof import("./admin/customer.ts");
  discount: typeof import("./admin/discount.ts");
  doctor: typeof import("./admin/doctor.ts");
  event: typeof import("./admin/event.ts");
  export: typeof import("./admin/export.ts");
  gateway: typeof import("./admin/gateway.ts");
  group: typeof import("./admin/group.ts");
  image: typeof import("./admin/image.ts");
  import: typeof import("./admin/import.ts");
  key: typeof import("./admin/key.ts");
  location: typeof import("./admin/location.ts");
  message: typeof import("./admin/message.ts");
  order: typeof import("./admin/order.ts");
  parcel: typeof import("./admin/parcel.ts");
  payment: typeof import("./admin/payment.ts");
  price: typeof import("./admin/price.ts");
  priceList: typeof import("./admin/priceList.ts");
  product: typeof import("./admin/product.ts");
  provider: typeof import("./admin/provider.ts");
  report: typeof import("./admin/report.ts");
  returns: typeof import("./admin/returns.ts");
  role: typeof import("./admin/role.ts");
  service: typeof import("./admin/service.ts");
  session: typeof import("./admin/session.ts");
  shippingRate: typeof import("./admin/shippingRate.ts");
  staff: typeof import("./admin/staff.ts");
  stock: typeof import("./admin/stock.ts");
  store: typeof import("./admin/store.ts");
  storefront: typeof import("./admin/storefront.ts");
  tax: typeof import("./admin/tax.ts");
  template: typeof import("./admin/template.ts");
  transfer: typeof import("./admin/transfer.ts");
  variant: typeof import("./admin/variant.ts");
  vendor: typeof import("./admin/vendor.ts");
  view: typeof import("./admin/view.ts");
  webhook: typeof import("./admin/webhook.ts");
}

type Held<Given extends { [A in Area]: HandlersOf<A, Given[A]> }> = Given;
export type Checked = Held<Handlers>;
