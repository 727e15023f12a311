/** The bars of a barcode as a row of modules: "1" is black. */
import JsBarcode from "jsbarcode";

export interface Bars {
  readonly format: "EAN13" | "CODE128";
  /** Includes the quiet zones that a scanner needs on both sides. */
  readonly modules: string;
}

/** White modules on both sides of the bars, as the standards require. */
const quiet = { EAN13: [11, 7], CODE128: [10, 10] } as const;

function encoded(code: string, format: Bars["format"]): Bars | null {
  // JsBarcode draws into an element, or writes the encoding to an object.
  const into: { encodings?: readonly { readonly data: string }[] } = {};
  let isValid = true;
  const valid = (is: boolean) => {
    isValid = is;
  };
  JsBarcode(into, code, { format, valid });
  if (!isValid || !into.encodings) return null;
  const [left, right] = quiet[format];
  const bars = into.encodings.map(({ data }) => data).join("");
  return { format, modules: "0".repeat(left) + bars + "0".repeat(right) };
}

/** EAN-13 if the code is one with a correct check digit, else Code 128; null if that does not have its characters. */
export function barsOf(code: string): Bars | null {
  const ean = /^\d{13}$/.test(code) ? encoded(code, "EAN13") : null;
  return ean ?? (code === "" ? null : encoded(code, "CODE128"));
}

/** The code on an item's label: its barcode, else its SKU. */
export const codeOf = ({ barcode, sku }: { readonly barcode: string | null; readonly sku: string }): string =>
  barcode ?? sku;

/** Narrower bars from a label printer with 203 dots per inch cannot be read reliably. */
export const moduleMmMin = 0.19;
