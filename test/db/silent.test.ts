/** A database that accepts connections and answers nothing, as behind a network that drops packets, or a frozen machine. */
import { createConnection, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { system } from "#core/actor";
import * as order from "#core/contract/order";
import * as report from "#core/contract/report";
import { admitReports } from "#core/db/bring-up/admit-reports";
import { inChange } from "#core/db/change";
import { db, disconnect } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { onStandby } from "#core/db/standby";
import { watchDatabase } from "#core/db/watch";
import { handler as sweepOutbox } from "#functions/schedule/sweep-outbox";
import { listen } from "#local/http/listen";
import { call, ownersKey } from "../support/call.ts";
import { anOrder } from "../support/given/orders.ts";
import { invocation } from "../support/invocation.ts";
import { linesLogged } from "../support/logged.ts";

const own = process.env["DATABASE_URL"] ?? "";
let silent = false;
const through = new Set<Socket>();
/** Passes everything on, unless it is silent: then it takes everything and passes nothing on, in either direction. */
const proxy = createServer((client) => {
  const { hostname, port } = new URL(own);
  const server = createConnection(Number(port), hostname);
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    through.add(from);
    from.on("data", (bytes) => void (silent || to.write(bytes)));
    from.on("error", () => {});
    from.on("close", () => {
      through.delete(from);
      to.destroy();
    });
  }
});

beforeAll(async () => {
  await ownersKey();
  await disconnect();
  const { port } = await listen(proxy as never);
  process.env["DATABASE_URL"] = own.replace(/@[^/]+/, `@127.0.0.1:${port}`);
});
afterAll(async () => {
  await disconnect();
  process.env["DATABASE_URL"] = own;
  for (const socket of through) socket.destroy();
  proxy.close();
});

/** Seconds that the work takes. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1_000;
}

describe("a database that falls silent", { timeout: 60_000 }, () => {
  it("has requests answered 503 and sweeps end, however many there are, and is found again when it speaks", async () => {
    const { id } = await anOrder();
    const ask = () => call(order.read, { id });
    const note = () => call(order.addNote, { id, text: "Meanwhile" });
    await Promise.all(Array.from({ length: 8 }, ask));
    const watch = watchDatabase({ everyMs: 200, answerMsMax: 1_000 });
    onTestFinished(watch.stop);
    const lines = linesLogged();

    silent = true;
    const answers = Promise.all([...Array.from({ length: 30 }, ask), ...Array.from({ length: 10 }, note)]);
    const sweeping = sweepOutbox({}, invocation).catch(() => {});
    const changing = inChange(system("a test"), async ({ tx }) => {
      await tx.execute(sql`select 1`);
    }).catch(() => {});
    expect(await secondsOf(() => Promise.all([answers, sweeping, changing]))).toBeLessThan(30);
    expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([503]));
    expect(lines.map(({ message }) => message)).toContain("the database is silent");

    silent = false;
    for (const socket of through) socket.destroy();
    await expect.poll(async () => (await ask()).status).toBe(200);
    expect(await note()).toMatchObject({ status: 201 });
    await sweepOutbox({}, invocation);
    expect(await db().execute(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  // Its connection is its own, which nobody watches.
  it("has a report in SQL end that was running", async () => {
    expect(await admitReports(own)).toBe(true);
    const watch = watchDatabase({ everyMs: 200, answerMsMax: 1_000 });
    onTestFinished(watch.stop);
    linesLogged();
    const running = call(report.tryQuery, {
      statement: "select count(*) from generate_series(1, 100000) a cross join generate_series(1, 100000) b",
    });
    await expect.poll(async () => (await call(report.listRuns, {})).body.items[0]?.status).toBe("running");
    silent = true;
    const answered = running.then(({ status }) => status);
    expect(await secondsOf(() => answered)).toBeLessThan(30);
    expect(await answered).toBe(503);
    silent = false;
    for (const socket of through) socket.destroy();
    await expect.poll(async () => (await call(report.listRuns, {})).status).toBe(200);
  });

  it("is done without if it is the standby", async () => {
    await disconnect();
    process.env["DATABASE_READ_URL"] = process.env["DATABASE_URL"];
    process.env["DATABASE_URL"] = own;
    onTestFinished(() => void delete process.env["DATABASE_READ_URL"]);
    const asked = () => onStandby(() => db().execute(sql`select 1 as one`));
    expect(await asked()).toHaveLength(1);
    const watch = watchDatabase({ everyMs: 200, answerMsMax: 1_000 });
    onTestFinished(watch.stop);
    linesLogged();
    silent = true;
    expect(await secondsOf(asked)).toBeLessThan(15);
    // Not even asked, for a while.
    let connections = 0;
    proxy.on("connection", () => connections++);
    expect(await asked()).toHaveLength(1);
    expect(connections).toBe(0);
    silent = false;
  });
});
