import type { Cells } from "#core/job/import-file/cells";

const ofAddress = [
  "Name",
  "Phone",
  "Street",
  "Address1",
  "Address2",
  "City",
  "Zip",
  "Province",
  "Province Name",
  "Country",
] as const;
export type AddressColumn = (typeof ofAddress)[number];

/** The columns read from Shopify's order export. */
export const shopifyColumns = [
  "Name",
  "Email",
  "Phone",
  "Financial Status",
  "Paid at",
  "Fulfillment Status",
  "Fulfilled at",
  "Currency",
  "Shipping",
  "Taxes",
  "Total",
  "Discount Code",
  "Discount Amount",
  "Shipping Method",
  "Created at",
  "Lineitem quantity",
  "Lineitem name",
  "Lineitem price",
  "Lineitem sku",
  "Lineitem discount",
  "Lineitem requires shipping",
  "Lineitem taxable",
  "Lineitem fulfillment status",
  ...ofAddress.map((column) => `Billing ${column}` as const),
  ...ofAddress.map((column) => `Shipping ${column}` as const),
  "Notes",
  "Note Attributes",
  "Cancelled at",
  "Payment Method",
  "Payment ID",
  "Payment Reference",
  "Payment References",
  "Refunded Amount",
  "Outstanding Balance",
  "Duties",
  "Tax 1 Name",
  "Tax 1 Value",
  "Tax 2 Name",
  "Tax 2 Value",
  "Tax 3 Name",
  "Tax 3 Value",
  "Tax 4 Name",
  "Tax 4 Value",
  "Tax 5 Name",
  "Tax 5 Value",
  "Tags",
] as const;
export type ShopifyColumn = (typeof shopifyColumns)[number];

/** What they have typed themselves. */
export const textsOfCustomers = [
  ...ofAddress.flatMap((column) => [`Billing ${column}`, `Shipping ${column}`] as const),
  ...(["Notes", "Note Attributes"] as const),
];
export type ShopifyCells = Cells<ShopifyColumn>;
