/** Statements as `Dialect` writes them, compared with Drizzle's own dialect. */
import { describe, expect, it } from "vitest";
import { and, eq, inArray, isNull, PgDialect, type SQL, sql } from "#core/db/drizzle";
import { Dialect } from "#core/db/pool/dialect";
import { orders } from "#core/order/order.table";

const ours = new Dialect({ casing: "snake_case" });
const drizzles = new PgDialect({ casing: "snake_case" });
const at = new Date("2026-02-03T04:05:06.789Z");

describe("a statement is written as Drizzle writes it", () => {
  it.each<[string, SQL]>([
    ["values of every kind", sql`select ${1}, ${"two"}, ${null}, ${true}, ${at}, ${3n}`],
    ["tables, columns and names", sql`select ${orders.paymentStatus}, ${sql.identifier('a"b')} from ${orders}`],
    ["statements within it", sql`select ${sql`${1} + ${sql`${2}`}`} ${sql.raw("from x")} ${sql.empty()} ${undefined}`],
    ["lists", sql`select ${[1, 2, sql`now()`]} in ${[]} ${sql.join([sql`a`, sql`b`], sql`, `)}`],
    ["parameters that a column maps", sql`${eq(orders.createdAt, at)} ${sql.param(["a", "b"])}`],
    ["conditions", sql`${and(inArray(orders.status, ["pending", "shipped"]), isNull(orders.cancelledAt))}`],
    ["placeholders", sql`select ${sql.placeholder("name")}`],
    ["values written inline", sql`select ${sql`${"it's"}`.inlineParams()}, ${2}`],
    ["fields with an alias", sql`select ${sql`1`.as("one")}`],
    ["bytes", sql`select ${Buffer.from("bytes")}`],
  ])("%s", (_, statement) => {
    const { sql: text, params } = drizzles.sqlToQuery(statement);
    expect(ours.sqlToQuery(statement)).toMatchObject({ sql: text, params });
  });
});

it("leaves a template's parts to each use of it", () => {
  const between = (low: number, high: number) => ours.sqlToQuery(sql`n between ${low} and ${high}`);
  expect(between(1, 2)).toEqual({ sql: "n between $1 and $2", params: [1, 2] });
  expect(between(3, 4)).toEqual({ sql: "n between $1 and $2", params: [3, 4] });
});
