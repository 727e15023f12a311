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

export const addressColumns = [
  "address 1",
  "address 2",
  "city",
  "region",
  "postal code",
  "country",
  "default",
] as const;

export const ownColumns = [...customerColumns, ...addressColumns] as const;
