/** What a row of a stock file says about one place: how many of a variant are at a location. */
export interface Setting {
  /** The column with the quantity, to name it in a problem. */
  readonly column: string;
  readonly sku: string;
  /** The SKU with its invisible marks, if they are left out above. A variant's with them comes first, then one without. */
  readonly markedSku?: string;
  /** Identifies the variant if there is no SKU, or an unknown one. */
  readonly product: { readonly handle: string; readonly options: readonly string[] } | null;
  /** A location's code or name, as written. */
  readonly location: string;
  /** The new quantity; null for no change. */
  readonly onHand: number | null;
  /** The quantity the file expects: if that is no longer right, the row is refused, unless the import may overwrite. */
  readonly current: number | null;
  /** The column of that, in layouts that have one. */
  readonly currentColumn?: string;
  readonly reason: string | null;
}

/** Everything in one row. It is applied in full or not at all. */
export interface StockRow {
  readonly settings: readonly Setting[];
}

/** A file has one row for a place. */
export const keyOfSetting = ({ sku, product, location }: Pick<Setting, "sku" | "product" | "location">): string =>
  JSON.stringify([sku || [product?.handle, product?.options], location.toLowerCase()]);

export const aboutSettings = ({ settings: [first] }: StockRow): string =>
  first ? first.sku || [first.product?.handle, ...(first.product?.options ?? [])].join(" / ") : "";
