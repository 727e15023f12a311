/** The bars of a code, as a row of modules: "1" is black. */
import JsBarcode from "jsbarcode";

export interface Bars {
  readonly format: "EAN13" | "CODE128";
  /** With the white that a scanner needs on both sides. */
  readonly modules: string;
}

/** Clear modules beside the bars, as their standards ask for. */
const quiet = { EAN13: [11, 7], CODE128: [10, 10] } as const;

function encoded(code: string, format: Bars["format"]): Bars | null {
  // JsBarcode draws into an element, or says what it would draw to an object.
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

/** EAN-13 where it is one, with the right check digit, else Code 128; null where that has no such characters. */
export function barsOf(code: string): Bars | null {
  const ean = /^\d{13}$/.test(code) ? encoded(code, "EAN13") : null;
  return ean ?? (code === "" ? null : encoded(code, "CODE128"));
}

/** What a scanner reads on a label of an item: its barcode, else its SKU. */
export const codeOf = ({ barcode, sku }: { readonly barcode: string | null; readonly sku: string }): string =>
  barcode ?? sku;

/** Narrower bars than this are not read for sure from a label printer of 203 dots an inch. */
export const moduleMmMin = 0.19;
