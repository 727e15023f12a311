/** What a row of a stock file says of one place: how many of a variant are at a location. */
export interface Setting {
  /** The column that says how many, for whoever has to mend it. */
  readonly column: string;
  readonly sku: string;
  /** How it is known where there is no SKU, or none that we know. */
  readonly product: { readonly handle: string; readonly options: readonly string[] } | null;
  /** A location's code or name, as it stands. */
  readonly location: string;
  /** How many are to be there; null: as many as are. */
  readonly onHand: number | null;
  /** How many the file says there are: when that is no longer so, it is refused, unless the import may overwrite. */
  readonly current: number | null;
  readonly reason: string | null;
}

/** All that one row says. It is taken whole or not at all. */
export interface StockRow {
  readonly settings: readonly Setting[];
}

/** Of a place there is one row in a file. */
export const keyOfSetting = ({ sku, product, location }: Setting): string =>
  JSON.stringify([sku || [product?.handle, product?.options], location.toLowerCase()]);

export const aboutSettings = ({ settings: [first] }: StockRow): string =>
  first ? first.sku || [first.product?.handle, ...(first.product?.options ?? [])].join(" / ") : "";
