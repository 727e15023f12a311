/** Files of orders as spreadsheets save them: the same order, whatever stands between fields and in which encoding. */

import { beforeAll, expect, it } from "vitest";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { imported } from "../support/given/imports.ts";
import { newestColumns, shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { aStockroom } from "../support/given/stock.ts";

// Parcels are said to have left the default location.
beforeAll(() => aStockroom());

const note = 'Läuten, "zweimal"\r\nbitte; danke';
const fileOf = (Name: string) =>
  shopifyOrders([shopifyRow({ Name, Notes: note, "Billing Name": "Åsa Grün" })], newestColumns);
const inUtf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");
const semicolons = (text: string) => text.replaceAll(/"(?:[^"]|"")*"|,/g, (one) => (one === "," ? ";" : one));

it.each<[string, (text: string) => string | Uint8Array]>([
  ["UTF-16", inUtf16],
  ["UTF-16 with the other byte first", (text) => inUtf16(text).swap16()],
  ["UTF-16 with tabs", (text) => inUtf16(semicolons(text).replaceAll(/;(?! danke)/g, "\t"))],
  [
    "UTF-8 with its mark, semicolons and Windows' line ends",
    (text) => `\uFEFF${semicolons(text).replace(/(?<!\r)\n/g, "\r\n")}`,
  ],
])("an order in %s is imported as it is", async (form, saved) => {
  const Name = `#E-${form.slice(0, 40)}`;
  expect(await imported("orders", saved(fileOf(Name)))).toMatchObject({ counts: { created: 1, refused: 0 } });
  const rows = await db().execute(sql`
    select name, text from orders join order_notes on order_id = orders.id where number = ${Name}`);
  expect([...rows]).toEqual([{ name: "Åsa Grün", text: note }]);
  expect(await imported("orders", fileOf(Name))).toMatchObject({ counts: { created: 0, same: 1, refused: 0 } });
});

it("in a code page of one country it is refused before any letter is taken for another", async () => {
  expect(await imported("orders", Buffer.from(fileOf("#E-1252"), "latin1"))).toMatchObject({
    status: "failed",
    says: "Row 2, which begins in line 2, is not written in UTF-8: save the file as CSV in UTF-8 (Excel calls it “CSV UTF-8”), so that no letter is taken for another.",
    counts: { created: 0 },
  });
});
