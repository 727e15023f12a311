/** Our own file of stock, as the export writes it. Who writes one by hand needs the first three columns. */
export const ownColumns = ["sku", "location", "on hand", "expected on hand", "reason"] as const;
