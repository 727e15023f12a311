import type { Change } from "#core/db/change";
import { importOf } from "#core/job/import-items/import-of";
import { aboutTheSame, type File, type Run, refused, type Verdict } from "#core/job/import-kind";
import { stockLayouts } from "./layouts.ts";
import { type Found, isFound, placesOf } from "./places.ts";
import { setStock } from "./set-stock.ts";
import { aboutSettings, keyOfSetting, type StockRow } from "./setting.ts";

export const stockImport = importOf<StockRow>({
  kind: "stock",
  batchMax: 4_000,
  layouts: stockLayouts,
  aboutOf: aboutSettings,
  keysOf: ({ settings }) => settings.map(keyOfSetting),
  apply: importStock,
});

/** A row may name the variant by its handle, or the location by its name, and another row the same by SKU and code. */
async function importStock(
  change: Change,
  rows: readonly StockRow[],
  run: Run,
  { othersAbout }: File<StockRow>,
): Promise<readonly Verdict[]> {
  const places = (
    await placesOf(
      change,
      rows.flatMap(({ settings }) => settings),
    )
  ).values();
  const found = new Map(rows.map((row): [StockRow, Found[]] => [row, [...places.take(row.settings.length)]]));
  const usualKeys = (row: StockRow) =>
    (found.get(row) ?? []).flatMap((place) => (isFound(place) ? (place.usualKey ?? []) : []));
  const unusual = rows.filter((row) => usualKeys(row).length > 0);
  const otherOf = await othersAbout(change, unusual, usualKeys);
  const rowAbout = new Map(unusual.map((row) => [row, otherOf(row)]));
  const good = rows.filter((row) => rowAbout.get(row) === undefined);
  const done = await setStock(
    change,
    good,
    good.flatMap((row) => found.get(row) ?? []),
    run,
  );
  const verdictOf = new Map(good.map((row, nth) => [row, done[nth]]));
  const sayTwice = (row: StockRow) => aboutTheSame(rowAbout.get(row) ?? 0);
  return rows.map(
    (row) => verdictOf.get(row) ?? refused(aboutSettings(row), { column: null, text: null, why: sayTwice(row) }),
  );
}
