/**
 * The time of reports, the cost of their stored figures for changes, and the effect of SQL reports on other requests.
 */
import postgres from "postgres";
import type { Asked, Operation } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as report from "#core/contract/report";
import * as stock from "#core/contract/stock";
import { admitReports } from "#core/db/bring-up/admit-reports";
import { disconnect } from "#core/db/client";
import { keepFigures } from "#core/report/keep-figures";
import { within } from "#core/time-left";
import type { LocalPostgres } from "#local/postgres/postgres";
import { call } from "#test/support/call";
import { generatedId, generateOrders } from "./generate.ts";
import { percentiles, tenths } from "./load.ts";
import { anOwnersKey, onNewDatabase, type ScaleRow } from "./scale.ts";

/** @param sizes numbers of orders, spread over a year. */
export async function reports(server: LocalPostgres, sizes: readonly number[]): Promise<ScaleRow[]> {
  const rows: ScaleRow[] = [];
  for (const orders of sizes) {
    const url = await onNewDatabase(server, `reports_${orders}`);
    await admitReports(url);
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    await generateOrders(sql, orders);
    await sql.unsafe("vacuum analyze");
    const as = await anOwnersKey();
    rows.push(...(await read(as, orders)), await written(as, orders, sql), ...(await disturbed(as, orders)));
    await sql.end();
    await disconnect();
  }
  return rows;
}

const asked = async <Op extends Operation>(op: Op, input: Asked<Op>, as: string): Promise<number> => {
  const began = performance.now();
  const { status, body } = await call(op, input, { as });
  if (status !== 200) throw new Error(`${op.name} answered ${status}: ${JSON.stringify(body)}`);
  return performance.now() - began;
};

const times = async (count: number, once: (nth: number) => Promise<number>): Promise<number[]> => {
  const took: number[] = [];
  for (let nth = 0; nth < count; nth++) took.push(await once(nth));
  return took;
};

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const year = { from: dayOf(364), to: dayOf(0) };

/** Each report for a year, with its days stored. */
async function read(as: string, size: number): Promise<ScaleRow[]> {
  const began = performance.now();
  await keepFigures(within(3_600_000));
  const keptIn = { name: "keep the figures of a year", size, seconds: tenths((performance.now() - began) / 1000) };
  const timed = async <Op extends Operation>(name: string, op: Op, input: Asked<Op>) => {
    const took = await times(25, () => asked(op, input, as));
    return { name, size, ...percentiles(took.slice(5)) };
  };
  return [
    keptIn,
    await timed("sales of a year by month, compared", report.sales, { ...year, by: "month", compare: true }),
    await timed("sales of 30 days, on Home", report.sales, {}),
    await timed("money of a year", report.payments, year),
    await timed("products of a year", report.products, year),
    await timed("taxes of a year", report.taxes, year),
    await timed("returns of a year", report.returned, year),
    await timed("stock value", report.stockValue, {}),
    await timed("orders that wait", report.unfulfilled, {}),
    await timed("orders behind a year's sales, page one", report.orders, { ...year, figure: "sales" }),
    { name: "what Home asks for, all at once", size, ...percentiles((await times(25, () => home(as))).slice(5)) },
  ];
}

/** Each tile requests a page of its list, to count it. */
async function home(as: string): Promise<number> {
  const page = { sort: "oldest", limit: 100 } as const;
  const took = await Promise.all([
    asked(order.list, { ...page, fulfillable: true }, as),
    asked(order.list, { ...page, backordered: true }, as),
    asked(order.list, { ...page, status: ["partiallyShipped"] }, as),
    asked(order.list, { ...page, status: ["pending"] }, as),
    asked(order.list, { limit: 8 }, as),
    asked(stock.low, { limit: 100 }, as),
    asked(report.sales, {}, as),
  ]);
  return Math.max(...took);
}

const edits = 240;

/** Edits a line of an old order, alternating with and without the triggers that mark its day. */
async function written(as: string, size: number, sql: postgres.Sql): Promise<ScaleRow> {
  const marks = await sql<{ table: string; name: string }[]>`
    select tgrelid::regclass::text as table, tgname as name from pg_trigger where tgname like '%\\_report\\_%'`;
  if (marks.length === 0) throw new Error("No trigger marks the day of a change.");
  const turn = (how: "enable" | "disable") =>
    sql.unsafe(marks.map(({ table, name }) => `alter table ${table} ${how} trigger ${name};`).join(""));
  const packable = Math.floor(size / 10);
  const took: Record<"enable" | "disable", number[]> = { enable: [], disable: [] };
  for (let nth = 0; nth < edits; nth++) {
    const how = nth % 2 === 0 ? "enable" : "disable";
    await turn(how);
    const number = 5 + 10 * (nth % packable);
    const change = [
      { lineId: generatedId("line", number * 4), quantity: Math.floor(nth / packable) % 2 === 0 ? 3 : 1 },
    ];
    const ms = await asked(order.editLines, { id: generatedId("order", number), change }, as);
    if (nth >= 20) took[how].push(ms);
  }
  await turn("enable");
  const [marked, bare] = [percentiles(took.enable).p50Ms, percentiles(took.disable).p50Ms];
  return {
    name: "edit of a line of an old order",
    size,
    p50Ms: marked,
    withoutMarksP50Ms: bare,
    costs: share(marked, bare),
  };
}

/** The most that one user's statement may take: an endless join, stopped after ten seconds. */
const greedy = "select count(*) from order_lines a cross join order_lines b where a.quantity + b.quantity > 100";

/** The order list while nothing else runs, and while an SQL report uses all that it may. */
async function disturbed(as: string, size: number): Promise<ScaleRow[]> {
  const list = async () => percentiles((await times(320, () => asked(order.list, {}, as))).slice(20));
  const alone = await list();
  let isOver = false;
  const greed = (async () => {
    while (!isOver) await call(report.tryQuery, { statement: greedy }, { as });
  })();
  const beside = await list();
  isOver = true;
  await greed;
  return [
    { name: "order list alone", size, ...alone },
    { name: "order list beside a running report in SQL", size, ...beside, slower: share(beside.p50Ms, alone.p50Ms) },
  ];
}

const share = (figure: number, base: number): string => `${Math.round((figure / base - 1) * 100)} %`;
