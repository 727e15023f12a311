import { expect, it } from "vitest";
import * as product from "#core/contract/product";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { aProduct } from "../support/given/catalogue.ts";
import fc from "../support/harness/properties.ts";

const odd = ["", " ", "null", "NULL", "{}", "{a,b}", 'say "hi"', "C:\\dir\\", "\\", '\\"', "a,b", "two\nlines", "ä€😀"];

// A tag that loses its backslash is another tag, and filtering by it finds nothing.
it("lists sent to PostgreSQL come back unchanged", async () => {
  const there = async (list: readonly string[]) => {
    const [row] = await db().execute<{ list: string[] }>(sql`select ${sql.param(list)}::text[] as list`);
    return row?.list;
  };
  expect(await there([])).toEqual([]);
  expect(await there(odd)).toEqual(odd);
  const text = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: "binary", maxLength: 20 }));
  const lists = fc.array(
    text.filter((one) => one.isWellFormed() && !one.includes("\0")),
    { maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      expect(await there(list)).toEqual(list);
    }),
    { numRuns: 100 },
  );
});

it("so do lists stored in a column", async () => {
  // A tag is one line and not blank.
  const tags = odd.map((tag) => tag.trim()).filter((tag) => tag !== "" && !tag.includes("\n"));
  const { id } = await aProduct({ tags });
  expect((await call(product.read, { id })).body.tags).toEqual([...new Set(tags)]);
});
