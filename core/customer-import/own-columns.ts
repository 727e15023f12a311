/**
 * Our own file of customers: a row for each address; what is about the customer stands in its first row. The export
 * writes it. What they have ordered is in the file of orders.
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
