/**
 * Our own file of price lists, as written by the export: one row per price, with its list's fields. A list without
 * prices has one row without a SKU.
 */
export const listColumns = ["price list", "groups", "channel", "from", "to", "priority", "active", "version"] as const;
export const ownColumns = [...listColumns, "sku", "from quantity", "price"] as const;
