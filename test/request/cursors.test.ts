/** Every list with a cursor: any cursor gives a page or a 400, never a fault. */
import { expect, it } from "vitest";
import { operations } from "#core/contract/index";
import { prefixes } from "#core/contract/kit/fields";
import type { Operation } from "#core/contract/kit/operation";
import * as product from "#core/contract/product";
import { call } from "../support/call.ts";
import { aProduct } from "../support/given/catalogue.ts";
import { plausible } from "../support/plausible.ts";

const lists: readonly Operation[] = operations.filter(({ input }) => "cursor" in input.shape);

const tooExact = `2026-01-01T00:00:00.${"1".repeat(300)}Z`;
const keys: readonly unknown[] = [
  ...[null, {}, [], "x", 1, true, [null], [[]], [""], ["x"], ["x", "y"], [1], [1, "x"], ["x", 1]],
  ...[
    [2 ** 31, "x"],
    [-(2 ** 31) - 1, "x"],
    [2 ** 53 - 1, "x"],
    [1e300, "x"],
    [1.5, "x"],
    [-1, "x"],
    [`var_${"0".repeat(26)}`, 2 ** 31],
    [2 ** 53 - 1, `cus_${"0".repeat(26)}`],
  ],
  ...[["\0"], ["a\0", "b"], ["\ud800"], ["\ud800", "\udfff"], ["x".repeat(600)], ["%", "\\"]],
  ...["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", tooExact, "now", "infinity"].flatMap(
    (at) => [[at], [at, "x"]],
  ),
];

it.each(lists.map((op) => ({ name: op.name, op })))(
  "answers any cursor with a page or a 400: $name",
  async ({ op }) => {
    const kind = /\{id\}/.test(op.path) ? { id: idFor(op) } : {};
    const sorts = sortsOf(op);
    for (const sort of sorts) {
      for (const key of keys) {
        const cursor = Buffer.from(JSON.stringify(key)).toString("base64url");
        const { status } = await call(op, { ...kind, ...sort, cursor } as never);
        expect([200, 400, 404], `${op.name} ${JSON.stringify({ sort, key }).slice(0, 200)}`).toContain(status);
      }
    }
  },
);

// The next page of long titles in any script but Latin was refused: their cursor is longer than was allowed.
it("continues behind the longest title in any script", async () => {
  for (const letter of ["क", "🧵"]) {
    for (let nth = 0; nth < 2; nth++) await aProduct({ title: letter.repeat(300) });
    const asked = { sort: "title", limit: 1, q: letter.repeat(4) } as const;
    const { nextCursor } = (await call(product.list, asked)).body;
    const { status, body } = await call(product.list, { ...asked, cursor: nextCursor! });
    expect([status, body.items?.length, body.nextCursor]).toEqual([200, 1, null]);
  }
});

// A list sorted by text would continue anywhere for any text, and look like a page.
it.each(lists.map((op) => ({ name: op.name, op })))("refuses a cursor of another list: $name", async ({ op }) => {
  const cursor = Buffer.from(JSON.stringify([`${prefixes.line}_${"0".repeat(26)}`])).toString("base64url");
  for (const sort of sortsOf(op))
    expect((await call(op, { ...plausible(op), ...sort, cursor } as never)).status, JSON.stringify(sort)).toBe(404);
});

/** An id of the kind that the operation takes, for which nothing exists. */
function idFor(op: Operation): string {
  const asked = (prefix: string) => op.input.shape["id"]?.safeParse(`${prefix}_${"0".repeat(26)}`).success;
  const prefix = Object.values(prefixes).find(asked);
  if (!prefix) throw new Error(`${op.name} takes an id of another kind`);
  return `${prefix}_${"0".repeat(26)}`;
}

function sortsOf(op: Operation): readonly object[] {
  const sorts = ["newest", "oldest", "updated", "title", "total"];
  const known = sorts.filter((sort) => op.input.shape["sort"]?.safeParse(sort).success);
  return known.length > 0 ? known.map((sort) => ({ sort })) : [{}];
}
