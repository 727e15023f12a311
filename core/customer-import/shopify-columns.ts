import type { Cells } from "#core/job/import-file/cells";

const ofAddress = [
  "Company",
  "Address1",
  "Address2",
  "City",
  "Zip",
  "Province Code",
  "Province",
  "Country Code",
  "Country",
] as const;
export type AddressColumn = (typeof ofAddress)[number];

/** The columns read from Shopify's customer export, current and former. */
export const shopifyColumns = [
  "Email",
  "First Name",
  "Last Name",
  "Accepts Email Marketing",
  "Accepts Marketing",
  ...ofAddress.map((column) => `Default Address ${column}` as const),
  ...ofAddress,
  "Phone",
  "Default Address Phone",
  "Note",
  "Tags",
] as const;
export type ShopifyColumn = (typeof shopifyColumns)[number];
export type ShopifyCells = Cells<ShopifyColumn>;
