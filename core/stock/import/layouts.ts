/** The files that stock can be read from: our own, and the versions of Shopify's inventory export over the years. */
import { type Cells, cut } from "#core/job/import-file/cells";
import { plainName } from "#core/job/import-file/columns";
import { markedCode, plainCode } from "#core/job/import-file/unseen";
import type { Layout } from "#core/job/import-kind";
import { ownColumns } from "./own-columns.ts";
import type { Setting, StockRow } from "./setting.ts";

const unitsMax = 1_000_000_000;

/** The columns that identify the variant. */
const variantColumns = [
  "Handle",
  "SKU",
  ...(["Option1", "Option2", "Option3"] as const).flatMap((option) => [`${option} Name`, `${option} Value`] as const),
] as const;
type VariantColumn = (typeof variantColumns)[number];

const own: Layout<StockRow, (typeof ownColumns)[number]> = {
  name: "own",
  label: "our own layout",
  needs: ["sku", "location", "on hand"],
  reads: ownColumns,
  leavesOut: () => false,
  read: ([cells]) => {
    const sku = cells.code("sku");
    if (sku === "") cells.wrong("sku", "A SKU is needed.");
    if (cells.text("location") === "") cells.wrong("location", "A location's code or name is needed.");
    if (cells.text("on hand") === "") cells.wrong("on hand", "A whole number is needed: the quantity on hand.");
    const reason = cells.text("reason");
    if (cut(reason, 500) !== reason) cells.wrong("reason", "It has more than 500 characters.");
    const onHand = units(cells, "on hand");
    const current = units(cells, "expected on hand");
    const location = cells.text("location");
    const columns = { column: "on hand", currentColumn: "expected on hand" };
    return { settings: [{ ...columns, sku, product: null, location, onHand, current, reason: reason || null }] };
  },
};

const binColumns = [...variantColumns, "Location", "On hand (current)", "On hand (new)"] as const;

/** The current version: a bin for each row, and columns for the current and the new quantity. */
const shopifyBins: Layout<StockRow, (typeof binColumns)[number]> = {
  name: "shopify-bins",
  label: "Shopify's inventory export",
  needs: ["Handle", "Option1 Value", "Location", "On hand (current)", "On hand (new)"],
  reads: binColumns,
  read: ([cells]) => {
    const location = cells.text("Location");
    const onHand = units(cells, "On hand (new)");
    const current = currentIn(cells, onHand);
    if (current === null && onHand === null) return { settings: [] };
    const common = { ...variantIn(cells), location, reason: null };
    const columns = { column: "On hand (new)", currentColumn: "On hand (current)" };
    return { settings: [{ ...common, ...columns, onHand, current }] };
  },
};

/** The other store's current quantity. Below zero counts as none, and is a problem only if there is no new figure. */
function currentIn(cells: Cells<(typeof binColumns)[number]>, onHand: number | null): number | null {
  const column = "On hand (current)";
  if (!isStocked(cells.text(column))) return null;
  return onHand === null ? units(cells, column) : Math.max(0, cells.whole(column) ?? 0);
}

const rowColumns = [...variantColumns, "Location", "On hand"] as const;

/** The version before: a row for each location. */
const shopifyRows: Layout<StockRow, (typeof rowColumns)[number]> = {
  name: "shopify-rows",
  label: "Shopify's inventory export with a row for each location",
  needs: ["Handle", "Option1 Value", "Location", "On hand"],
  reads: rowColumns,
  read: ([cells]) => {
    if (!isStocked(cells.text("On hand"))) return { settings: [] };
    const onHand = units(cells, "On hand");
    const common = { ...variantIn(cells), location: cells.text("Location"), reason: null };
    return { settings: [{ ...common, column: "On hand", onHand, current: null }] };
  },
};

/** Columns of the oldest version that are not locations. */
const ofVariants = /^(?:Handle|Title|Option[123] (?:Name|Value)|SKU|Barcode|HS Code|COO)$/i;

const locationsIn = (header: readonly string[]): readonly string[] =>
  header.filter((column) => column !== "" && !ofVariants.test(plainName(column)));

/** The oldest version: a column for each location, under any name. */
const shopifyColumns: Layout<StockRow> = {
  name: "shopify-columns",
  label: "Shopify's inventory export with a column for each location",
  needs: ["Handle", "Option1 Value", "HS Code", "COO"],
  reads: [...variantColumns, "Location"],
  settingsIn: (header) => locationsIn(header).length,
  read: ([cells]) => {
    const locations = locationsIn(cells.header);
    const variant = variantIn(cells);
    if (cells.has("Location"))
      cells.wrong(null, "The file has a row for each location, and no column “On hand”: export it with all states.");
    if (locations.length === 0)
      cells.wrong(null, "The file has no column for a location, so it is not known where the goods are.");
    return {
      settings: locations
        .filter((column) => isStocked(cells.text(column)))
        .map((column): Setting => {
          const onHand = units(cells, column);
          return { ...variant, column, location: column, onHand, current: null, reason: null };
        }),
    };
  },
};

export const stockLayouts = [own, shopifyBins, shopifyRows, shopifyColumns];

/** In real files a quarter of the cells are not stocked. */
const isStocked = (text: string): boolean => text !== "" && text.toLowerCase() !== "not stocked";

function units<Column extends string>(cells: Cells<Column>, column: Column): number | null {
  const found = cells.whole(column);
  if (found !== null && found < 0) {
    cells.wrong(column, "It is below zero: enter how many there really are, 0 or more.");
  } else if (found !== null && found > unitsMax) cells.wrong(column, "That is more than a location can hold.");
  return found;
}

/** Whole files may have no SKUs; then the product and its options identify the variant. */
function variantIn(cells: Cells<VariantColumn>): Pick<Setting, "sku" | "markedSku" | "product"> {
  const handle = cells.text("Handle");
  const options = (["Option1", "Option2", "Option3"] as const)
    .filter(
      (option) => !(cells.text(`${option} Name`) === "Title" && cells.text(`${option} Value`) === "Default Title"),
    )
    .map((option) => cells.text(`${option} Value`))
    .filter((value) => value !== "");
  const written = cells.code("SKU");
  const [sku, markedSku] = [plainCode(written), markedCode(written)];
  if (sku === "" && handle === "") cells.wrong("SKU", "A SKU or a handle is needed to identify the variant.");
  return { sku, markedSku, product: handle === "" ? null : { handle, options } };
}
