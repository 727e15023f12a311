/**
 * Our own file of price lists: a row for each price, with what its list is. A list without prices has one row without a
 * SKU. The export writes it.
 */
export const listColumns = ["price list", "groups", "channel", "from", "to", "priority", "active", "version"] as const;
export const ownColumns = [...listColumns, "sku", "from quantity", "price"] as const;
