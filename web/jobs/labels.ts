import type * as exportApi from "#core/contract/export";
import type * as importApi from "#core/contract/import";
import type { Answer } from "#core/contract/kit/operation";

export type Import = Answer<typeof importApi.read>;
export type Export = Answer<typeof exportApi.read>;
export type ImportRow = Answer<typeof importApi.rows>["items"][number];

export const importKindLabels: Readonly<Record<Import["kind"], string>> = {
  orders: "Orders",
  stock: "Stock",
  products: "Products",
  customers: "Customers",
  priceLists: "Price lists",
};
export const exportKindLabels: Readonly<Record<Export["kind"], string>> = {
  orders: "Orders",
  stock: "Stock",
  products: "Products",
  customers: "Customers",
  priceLists: "Price lists",
  movements: "Stock movements",
  payments: "Payments",
  audit: "Audit log",
};

export const statusBadges: Readonly<Record<Import["status"], readonly [label: string, color: string]>> = {
  awaitingFile: ["Not started", "gray"],
  queued: ["Waiting", "blue"],
  running: ["Running", "blue"],
  done: ["Done", "teal"],
  failed: ["Failed", "red"],
  cancelled: ["Cancelled", "gray"],
};

export const outcomeBadges: Readonly<Record<ImportRow["outcome"], readonly [label: string, color: string]>> = {
  created: ["Created", "teal"],
  changed: ["Updated", "blue"],
  same: ["Unchanged", "gray"],
  refused: ["Refused", "red"],
};

const layoutLabels: Readonly<Record<string, string>> = {
  own: "Quartermaster's own layout",
  shopify: "Shopify's export",
  "shopify-template": "Shopify's template for products",
  "shopify-bins": "Shopify's inventory export",
  "shopify-rows": "Shopify's inventory export, a row for each location",
  "shopify-columns": "Shopify's inventory export, a column for each location",
};
export const layoutLabel = (layout: string): string => layoutLabels[layout] ?? layout;

export const isUnderWay = ({ status }: Pick<Import, "status">): boolean => status === "queued" || status === "running";
