/**
 * Our own file of customers, as written by the export: one row per address; the customer's own data is in the first
 * row. Orders are in the file of orders.
 */
export const customerColumns = [
  "email",
  "name",
  "phone",
  "note",
  "tags",
  "groups",
  "accepts marketing",
  "marketing said at",
  "changed at",
] as const;

/** The parts of an address by their columns. */
export const partsByColumn = {
  "address 1": "line1",
  "address 2": "line2",
  city: "city",
  region: "region",
  "postal code": "postalCode",
  country: "country",
} as const;

export const addressColumns = Object.keys(partsByColumn) as (keyof typeof partsByColumn)[]; // Object.keys forgets the keys

export const ownColumns = [...customerColumns, ...addressColumns, "default"] as const;
