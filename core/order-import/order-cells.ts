import { countryIn, postalCodeIn } from "#core/job/import-file/address-in";
import { type Cells, oneLine } from "#core/job/import-file/cells";
import type { AddressColumn, ShopifyCells } from "./shopify-columns.ts";
import type { TakenOrder } from "./taken-order.ts";

/** For unknown values: point-of-sale orders have no address. */
const unknown = "-";

/** The address in the columns of this kind; each part becomes one line. */
export function addressIn(cells: ShopifyCells, kind: "Shipping" | "Billing"): TakenOrder["address"] {
  const part = (column: AddressColumn, most: number) =>
    oneLine(cells.text(`${kind} ${column}`).replace(/\s+/g, " ").replace(/^'/, ""), most);
  const country = countryIn(part("Country", 100));
  const [line2, region] = [part("Address2", 200), part("Province Name", 100) || part("Province", 100)];
  return {
    line1: part("Address1", 200) || part("Street", 200) || unknown,
    ...(line2 && { line2 }),
    city: part("City", 100) || unknown,
    ...(region && { region }),
    ...postalCodeIn(part("Zip", 20), country),
    country,
  };
}

/** Splits `wholesale, gift` into distinct tags. */
export const listIn = (cells: ShopifyCells, column: "Tags"): string[] => [
  ...new Set(
    cells
      .text(column)
      .normalize("NFC")
      .split(",")
      .map((one) => oneLine(one, 50))
      .filter((one) => one !== ""),
  ),
];

/**
 * Refuses a line without its order's first row, which happens if the file was sorted in a spreadsheet.
 * @param ofOrder columns of which every order's first row has at least one.
 */
export function refuseStray<Column extends string>(first: Cells<Column>, ofOrder: readonly Column[]): boolean {
  const isStray = ofOrder.every((column) => first.text(column) === "");
  if (isStray)
    first.wrong(
      null,
      "The first row of its order is not above it. All rows of an order must be together: was the file sorted?",
    );
  return isStray;
}
