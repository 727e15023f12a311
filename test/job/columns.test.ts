/** The layouts read the columns that they declare, and docs/moving-from-shopify.md says the same. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ownCustomers } from "#core/customer-import/own-layout";
import { shopifyCustomers } from "#core/customer-import/shopify-layout";
import { type Cells, cellsOf } from "#core/job/import-file/cells";
import { columnsOf } from "#core/job/import-file/columns";
import type { Layout } from "#core/job/import-kind";
import { ownOrders } from "#core/order-import/own-layout";
import { shopifyOrders } from "#core/order-import/shopify-layout";
import { ownPrices } from "#core/price-import/own-layout";
import { ownProducts } from "#core/product-import/own-layout";
import { shopifyProducts, shopifyTemplate } from "#core/product-import/shopify-layout";
import { stockLayouts } from "#core/stock/import/layouts";
import { earlier, today } from "../support/given/shopify-customers.ts";
import { newestColumns } from "../support/given/shopify-orders.ts";
import { columns as productColumns } from "../support/given/shopify-products.ts";
import fc from "../support/harness/properties.ts";

type AnyLayout = Pick<Layout<unknown>, "label" | "reads" | "read">;
const shopifyStock = stockLayouts.filter(({ name }) => name !== "own");
const layouts: readonly AnyLayout[] = [
  ...[ownOrders, shopifyOrders, ownProducts, shopifyProducts, shopifyTemplate],
  ...[ownCustomers, shopifyCustomers, ownPrices, ...stockLayouts],
];

/** The columns that a layout asks for in files that lack some columns, and in rows that fill some of the others. */
function askedBy({ reads, read }: AnyLayout): ReadonlySet<string> {
  const asked = new Set<string>();
  const noting = <Rest extends unknown[], Answer>(ask: (column: string, ...rest: Rest) => Answer) => {
    return (column: string, ...rest: Rest) => {
      asked.add(column);
      return ask(column, ...rest);
    };
  };
  const files = fc.subarray([...reads]).chain((header) => fc.tuple(fc.constant(header), fc.subarray(header)));
  for (const [header, filled] of fc.sample(files, { numRuns: 1_000, seed: 1 })) {
    // Whether a line called Tip needs shipping decides whether it is a tip.
    const text = (column: string) => (column === "Lineitem name" ? "Tip" : filled.includes(column) ? "1" : "");
    const cells = cellsOf(header, { number: 2, fields: header.map(text), stray: null }, []);
    const asking: Cells = {
      ...cells,
      text: noting(cells.text),
      verbatim: noting(cells.verbatim),
      whole: noting(cells.whole),
      minor: noting(cells.minor),
      time: noting(cells.time),
      yes: noting(cells.yes),
      word: noting(cells.word),
      has: noting(cells.has),
      code: noting(cells.code),
      name: noting(cells.name),
    };
    read([asking], { currency: "INR", decimals: 2 });
  }
  return asked;
}

// The type checker rejects reading a column that is not declared; it does not notice a declared one that is never read.
describe.each(layouts)("$label", (layout) => {
  it("reads every column that it names, and no other", () => {
    expect([...askedBy(layout)].toSorted()).toEqual([...new Set(layout.reads)].toSorted());
  });
});

const document = readFileSync(join(import.meta.dirname, "../../docs/moving-from-shopify.md"), "utf8");
const sections = [
  { title: "Products", layouts: [shopifyProducts, shopifyTemplate], known: productColumns },
  { title: "Customers", layouts: [shopifyCustomers], known: [...today, ...earlier] },
  { title: "Orders", layouts: [shopifyOrders], known: newestColumns },
  {
    title: "Stock",
    layouts: shopifyStock,
    known:
      "Handle,Title,Option1 Name,Option1 Value,SKU,Barcode,HS Code,COO,Location,Bin name,Incoming (not editable),Unavailable (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)".split(
        ",",
      ),
  },
];

const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name = ""]) => name);

/** The columns that a section of the document says are read, and those that are not; `SEO …` is all that begin so. */
function documented(title: string) {
  const section = document.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? "";
  const rows = [...section.matchAll(/^\| (`.*?) \|/gm)];
  const notRead = quoted(/^Not read: .*(?:\n.+)*/m.exec(section)?.[0] ?? "");
  return { read: new Set(rows.flatMap(([, names = ""]) => quoted(names))), notRead };
}

// People who move a store rely on this page, and notice what is missing only after the old store is closed.
describe.each(sections)("docs/moving-from-shopify.md on $title", ({ title, layouts: those, known }) => {
  const { read, notRead } = documented(title);
  const reads = new Set<string>(those.flatMap((layout) => [...layout.reads]));
  const isNotRead = (column: string) =>
    notRead.some((name) => (name.endsWith("…") ? column.startsWith(name.slice(0, -1).trim()) : name === column));

  it("names every column that is read, and no other", () => {
    expect([...read].toSorted()).toEqual([...reads].toSorted());
  });

  it("lists no column as unread that is read", () => {
    expect(notRead.length).toBeGreaterThan(0);
    const { placeOf } = columnsOf([...reads]);
    expect(notRead.filter((column) => placeOf(column) >= 0)).toEqual([]);
    expect([...reads].filter(isNotRead)).toEqual([]);
  });

  it("says what happens to each column of real files", () => {
    const said = columnsOf([...read]);
    const isSaid = (column: string) => said.placeOf(column) >= 0 || isNotRead(column) || column.includes("metafields");
    expect(known.filter((column) => !isSaid(column))).toEqual([]);
  });
});
