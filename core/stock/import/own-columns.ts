/** The columns of our own stock file, as exported. A file written by hand needs the first three. */
export const ownColumns = ["sku", "location", "on hand", "expected on hand", "reason"] as const;
