/**
 * Every filter of every list and report counts: one that is declared and then forgotten would be accepted and ignored,
 * and the answer would look right.
 */
import { beforeAll, expect, it } from "vitest";
import { operations } from "#core/contract/index";
import type { Operation } from "#core/contract/kit/operation";
import { call, ownersKey, storefrontsKey } from "../support/call.ts";
import { statementsOf } from "../support/database-asked.ts";
import { fieldOf, kindOf, otherValueFor, plausible, queryFieldsOf } from "../support/plausible.ts";

beforeAll(async () => void (await Promise.all([ownersKey(), storefrontsKey()])));

/** Those that belong to one kind of figure. */
const figures: Readonly<Record<string, string>> = {
  ...{ method: "collected", mode: "collected", reason: "returned", basisPoints: "tax" },
  ...{ productId: "product", variantId: "product" },
};
const beside = ({ name: operation }: Operation, name: string) =>
  operation === "report.orders" && figures[name] ? { figure: figures[name] } : {};

/** What is about one record would answer that there is none. */
const isAboutOne = (op: Operation) =>
  op.path.includes("{") || Object.keys(plausible(op)).some((name) => kindOf(fieldOf(op, name)) !== undefined);

/** `cursors.test.ts` has where a page begins. */
const filters = operations
  .filter((op) => op.method === "GET" && op.right !== "anyone" && !isAboutOne(op))
  .flatMap((op) => queryFieldsOf(op).map((name) => ({ op, operation: op.name, name, field: fieldOf(op, name) })))
  .filter(({ name, field }) => name !== "cursor" && field.safeParse(undefined).success);

/** What a request asks of the database, and what it is answered. */
async function asked(op: Operation, input: object) {
  let answer: unknown;
  const statements = await statementsOf(async () => {
    const { status, body } = await call(op, input as never);
    expect(status, JSON.stringify(body)).not.toBe(400);
    answer = body.error?.code ?? { ...body, at: null };
  });
  // When a key was last used is written now and then.
  const ours = statements.filter(({ text }) => !text.startsWith('update "api_keys"'));
  return { answer, statements: ours.map((statement) => JSON.stringify(statement)).toSorted() };
}

it.each(filters)("$operation: $name", async ({ op, name, field }) => {
  const others = { ...plausible(op), ...beside(op, name) };
  const without = await asked(op, others);
  // Whatever differs below is due to the filter.
  expect(await asked(op, others)).toEqual(without);
  expect(await asked(op, { ...others, [name]: otherValueFor(field) })).not.toEqual(without);
});
