/** Every operation, by area. For tools that go through all of them; a verb imports its own area's file. */
import * as z from "zod";
import * as audit from "./audit.ts";
import * as box from "./box.ts";
import * as carrier from "./carrier.ts";
import * as cart from "./cart.ts";
import * as category from "./category.ts";
import * as channel from "./channel.ts";
import * as collection from "./collection.ts";
import * as customer from "./customer.ts";
import * as discount from "./discount.ts";
import * as doctor from "./doctor.ts";
import * as event from "./event.ts";
import * as exports from "./export.ts";
import * as gateway from "./gateway.ts";
import * as group from "./group.ts";
import * as image from "./image.ts";
import * as imports from "./import.ts";
import * as key from "./key.ts";
import type { Operation } from "./kit/operation.ts";
import * as location from "./location.ts";
import * as message from "./message.ts";
import * as order from "./order.ts";
import * as parcel from "./parcel.ts";
import * as payment from "./payment.ts";
import * as price from "./price.ts";
import * as priceList from "./priceList.ts";
import * as product from "./product.ts";
import * as provider from "./provider.ts";
import * as report from "./report.ts";
import * as returns from "./returns.ts";
import * as role from "./role.ts";
import * as service from "./service.ts";
import * as session from "./session.ts";
import * as shippingRate from "./shippingRate.ts";
import * as staff from "./staff.ts";
import * as stock from "./stock.ts";
import * as store from "./store.ts";
import * as storefront from "./storefront.ts";
import * as tax from "./tax.ts";
import * as template from "./template.ts";
import * as transfer from "./transfer.ts";
import * as variant from "./variant.ts";
import * as vendor from "./vendor.ts";
import * as view from "./view.ts";
import * as webhook from "./webhook.ts";

/** An area is a file: the operations it declares, and the shapes they use. */
const files = {
  audit,
  cart,
  box,
  carrier,
  category,
  channel,
  collection,
  customer,
  discount,
  doctor,
  event,
  export: exports,
  gateway,
  group,
  image,
  import: imports,
  key,
  location,
  message,
  order,
  parcel,
  payment,
  price,
  priceList,
  product,
  provider,
  report,
  returns,
  role,
  service,
  session,
  shippingRate,
  staff,
  stock,
  store,
  storefront,
  tax,
  template,
  transfer,
  variant,
  vendor,
  view,
  webhook,
} satisfies Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export type Files = typeof files;
type NamesIn<File> = { [Key in keyof File]: File[Key] extends Operation<infer Name> ? Name : never }[keyof File];
/** For example `order.cancel`. */
export type OperationName = { [Area in keyof Files]: NamesIn<Files[Area]> }[keyof Files];

type WritesIn<File> = { [Key in keyof File]: File[Key] extends { readonly method: "GET" } ? never : Key }[keyof File];
/** The operations that change something: the actions that the audit may name. */
export type WriteName = { [Area in keyof Files]: NamesIn<Pick<Files[Area], WritesIn<Files[Area]>>> }[keyof Files];

export const isOperation = (exported: unknown): exported is Operation =>
  typeof exported === "object" && exported !== null && "method" in exported && "path" in exported;

export const areas: Readonly<Record<string, readonly Operation[]>> = Object.fromEntries(
  Object.entries(files).map(([area, file]) => [area, Object.values(file).filter(isOperation)]),
);

export const operations: readonly Operation[] = Object.values(areas).flat();

/** The named shapes, such as `order.Order`: their names in the OpenAPI document. */
export const shapes: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(files).flatMap(([area, file]) =>
    Object.entries(file)
      .filter((entry): entry is [string, z.ZodType] => /^[A-Z]/.test(entry[0]) && entry[1] instanceof z.ZodType)
      .map(([name, shape]) => [`${area}.${name}`, shape]),
  ),
);
