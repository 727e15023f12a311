/** Sellers whose goods the store sells, and to whom vendor logins are bound. */
import * as z from "zod";
import { email, id, money, text, time } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { status } from "./parts/order-shapes.ts";

export const Vendor = z.object({
  id: id("vendor"),
  name: z.string(),
  email: z.string().nullable(),
  active: z.boolean().describe("An inactive vendor's logins and keys do not work."),
  createdAt: time,
});
export type Vendor = z.output<typeof Vendor>;

export const list = operation({
  name: "vendor.list",
  method: "GET",
  path: "/api/admin/vendors",
  right: "vendors.read",
  vendor: "closed",
  summary: "List the vendors, newest first.",
  input: z.strictObject({ ...listing, active: z.boolean().optional() }),
  output: pageOf(Vendor),
  refuses: [],
});

export const read = operation({
  name: "vendor.read",
  method: "GET",
  path: "/api/admin/vendors/{id}",
  right: "vendors.read",
  vendor: "closed",
  summary: "Show a vendor. Their products and stock are in `product.list` and `stock.list` with `vendorId`.",
  input: z.strictObject({ id: id("vendor") }),
  output: Vendor,
  refuses: ["vendor.unknown"],
});

const VendorLine = z.object({
  id: id("line"),
  orderId: id("order"),
  orderNumber: z.string(),
  orderStatus: status,
  variantId: id("variant"),
  sku: z.string(),
  title: z.string(),
  quantity: z.int(),
  shipped: z.int(),
  returned: z.int(),
  total: money.describe("With tax, less its share of the order's discount."),
  placedAt: time,
});
export type VendorLine = z.output<typeof VendorLine>;

export const listLines = operation({
  name: "vendor.listLines",
  method: "GET",
  path: "/api/admin/vendors/{id}/lines",
  right: "orders.read",
  vendor: "closed",
  summary: "List the order lines with a vendor's goods, newest order first.",
  input: z.strictObject({ id: id("vendor"), ...listing }),
  output: pageOf(VendorLine),
  refuses: ["vendor.unknown"],
});

export const create = operation({
  name: "vendor.create",
  method: "POST",
  path: "/api/admin/vendors",
  right: "vendors.write",
  vendor: "closed",
  summary: "Add a vendor.",
  input: z.strictObject({ name: text(200), email: email.optional() }),
  output: Vendor,
  refuses: [],
  status: 201,
});

export const edit = operation({
  name: "vendor.edit",
  method: "PATCH",
  path: "/api/admin/vendors/{id}",
  right: "vendors.write",
  vendor: "closed",
  summary: "Rename a vendor, change its email address, or disable and enable its logins.",
  input: z.strictObject({
    id: id("vendor"),
    name: text(200).optional(),
    email: email.nullable().optional(),
    active: z.boolean().optional(),
  }),
  output: Vendor,
  refuses: ["vendor.unknown"],
});
