import { importOf } from "#core/job/import-kind";
import { stockLayouts } from "./layouts.ts";
import { setStock } from "./set-stock.ts";
import { aboutSettings, keyOfSetting, type StockRow } from "./setting.ts";

export const stockImport = importOf<StockRow>({
  kind: "stock",
  batchMax: 4_000,
  layouts: stockLayouts,
  aboutOf: aboutSettings,
  keysOf: ({ settings }) => settings.map(keyOfSetting),
  apply: setStock,
});
