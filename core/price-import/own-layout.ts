import { amountMinorMax } from "#core/contract/kit/fields";
import * as priceList from "#core/contract/priceList";
import { textsIn } from "#core/csv/list-cell";
import type { Cells } from "#core/job/import-file/cells";
import type { Years } from "#core/job/import-file/time-in";
import type { Layout } from "#core/job/import-kind";
import { ownColumns } from "./own-columns.ts";

/** A list's fields in a file. Fields without a column are undefined. */
export interface ListFields {
  /** Null for all customers. */
  readonly groups?: readonly string[] | null;
  readonly channel?: string | null;
  readonly startsAt?: Date | null;
  readonly endsAt?: Date | null;
  readonly priority?: number;
  readonly active?: boolean;
}

export interface TakenPrice {
  readonly list: string;
  readonly fields: ListFields;
  /** Empty if the row is about the list only. */
  readonly sku: string;
  readonly minQuantity: number;
  /** Whether the file has a column for it. */
  readonly saysQuantity: boolean;
  /** Null removes the price. */
  readonly amountMinor: number | null;
  /** The list's version when it was exported; null if the file does not contain it. */
  readonly version: number | null;
}

const { name } = priceList.create.input.shape;

export const ownPrices: Layout<TakenPrice> = {
  name: "own",
  label: "our own layout",
  needs: ["price list", "sku", "price"],
  reads: ownColumns,
  leavesOut: () => false,
  read: ([cells], { decimals }) => {
    const list = cells.name("price list");
    if (!name.safeParse(list).success)
      cells.wrong("price list", "A name is needed: one line of at most 100 characters.");
    const minQuantity = cells.whole("from quantity") ?? 1;
    if (minQuantity < 1 || minQuantity > 1_000_000) {
      cells.wrong("from quantity", "A number from 1 to 1,000,000 is needed.");
    }
    const amountMinor = cells.minor("price", decimals);
    if (amountMinor !== null && amountMinor < 0) cells.wrong("price", "An amount of 0 or more is needed.");
    if (amountMinor !== null && amountMinor > amountMinorMax)
      cells.wrong("price", "That is more than a price can be: is a point missing?");
    const isAboutPrice = cells.text("price") !== "" || cells.text("from quantity") !== "";
    if (cells.text("sku") === "" && isAboutPrice)
      cells.wrong("sku", "A SKU is needed: it is unknown whose price this is.");
    const version = cells.whole("version");
    if (version !== null && (version < 1 || version > 1_000_000_000)) {
      cells.wrong("version", "The version from the export is needed, or nothing.");
    }
    const quantity = { minQuantity, saysQuantity: cells.has("from quantity") };
    return { list, fields: listIn(cells), sku: cells.code("sku"), ...quantity, amountMinor, version };
  },
};

/** The admin accepts any of them. */
const everyYear: Years = [1, 9999];

function listIn(cells: Cells): ListFields {
  const optional = <Field extends string, Value>(field: Field, column: string, value: () => Value) =>
    cells.has(column) ? ({ [field]: value() } as { readonly [F in Field]: Value }) : {}; // TypeScript widens a computed key to string
  const priority = cells.whole("priority");
  const active = cells.yes("active");
  if (priority !== null && Math.abs(priority) > 1_000_000)
    cells.wrong("priority", "It must be from -1,000,000 to 1,000,000.");
  return {
    ...optional("groups", "groups", () => {
      const names = textsIn(cells.verbatim("groups"));
      return names.length > 0 ? names : null;
    }),
    ...optional("channel", "channel", () => cells.text("channel") || null),
    ...optional("startsAt", "from", () => cells.time("from", everyYear)),
    ...optional("endsAt", "to", () => cells.time("to", everyYear)),
    ...(priority !== null && { priority }),
    ...(active !== null && { active }),
  };
}
