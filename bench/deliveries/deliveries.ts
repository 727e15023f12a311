/**
 * How many webhooks a second the whole claim loop sends: claim, sign, POST, record. The receiver is a separate process.
 */
import { type ChildProcess, fork } from "node:child_process";
import { on, once } from "node:events";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db, disconnect } from "#core/db/client";
import { migrate } from "#core/db/migrate";
import { newSecretsKey } from "#core/secret";
import { within } from "#core/time-left";
import { createEndpoint } from "#core/webhook/endpoints/create-endpoint";
import { sendDue } from "#core/webhook/send-due";
import { type LocalPostgres, startPostgres } from "#local/postgres/postgres";

interface Options {
  /** The server for its database; by default its own. */
  readonly server?: LocalPostgres;
  /** With two million delivered rows in the table beforehand. */
  readonly heavy?: boolean;
  /** Rows to send in each run. */
  readonly rows?: number;
}

interface Figures {
  readonly name: string;
  readonly deliveriesPerSecond?: number;
  /** The share of the rate that the same endpoints had when all were healthy. */
  readonly shareOfHealthy?: number;
  readonly secondsUntilSent?: number;
  readonly peakMemoryMb: number;
}

/** With the slow one, each endpoint has a twentieth of the rows: 5 %. */
const endpointsInUse = 19;
const rounds = 3;
const inTableWhenHeavy = 2_000_000;
const slots = 200;

export async function deliveries({ server, heavy = false, rows = 20_000 }: Options = {}): Promise<Figures[]> {
  const folder = join(tmpdir(), `quartermaster-deliveries-${process.pid}`);
  const postgres = server ?? (await startPostgres({ folder: join(folder, "postgres") }));
  const database = `deliveries_${process.pid}`;
  await postgres.create(database);
  const before = { ...process.env };
  process.env["DATABASE_URL"] = postgres.url(database);
  process.env["DATABASE_CONNECTIONS"] = "10";
  process.env["SECRETS_KEY"] = newSecretsKey();
  await migrate(postgres.url(database));
  const receiver = fork(new URL("./receiver.ts", import.meta.url));
  const [port] = await once(receiver, "message");
  const url = `http://127.0.0.1:${port}`;
  try {
    const endpoints = await Promise.all(
      Array.from({ length: endpointsInUse }, (_, nth) => anEndpoint(`${url}/fast/${nth}`)),
    );
    if (heavy) await fill(endpoints, inTableWhenHeavy, "delivered");
    const name = heavy ? `, ${inTableWhenHeavy.toLocaleString("en")} rows in the table` : "";
    await run(receiver, endpoints, 2_000);
    const slow = await anEndpoint(`${url}/slow`);
    // Alternating, because other load on the machine varies.
    const [alone, beside]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      alone.push(await run(receiver, endpoints, rows));
      await db().$client`update webhook_endpoints set failures_in_a_row = 0, slow_share = 0`;
      beside.push(await run(receiver, [...endpoints, slow], rows, slow));
    }
    const [healthy, besideSlow] = [middleOf(alone), middleOf(beside)];
    const millions = await besideMillions(receiver, endpoints, slow, 1_000_000);
    return [
      { name: `healthy${name}`, deliveriesPerSecond: Math.round(healthy), peakMemoryMb: peakMemoryMb() },
      {
        name: `5 % of rows to a receiver that takes 10 s${name}`,
        deliveriesPerSecond: Math.round(besideSlow),
        shareOfHealthy: Math.round((besideSlow / healthy) * 100) / 100,
        peakMemoryMb: peakMemoryMb(),
      },
      {
        name: `a new event beside an endpoint with a million due rows${name}`,
        secondsUntilSent: Math.round(millions * 1000) / 1000,
        peakMemoryMb: peakMemoryMb(),
      },
    ];
  } finally {
    receiver.disconnect();
    await disconnect();
    process.env = before;
    if (!server) {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
}

const middleOf = (figures: readonly number[]): number => figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0;
const peakMemoryMb = () => Math.round(process.resourceUsage().maxRSS / 1024);

const anEndpoint = (url: string) =>
  inChange(system("bench"), async (change) => {
    const { id } = await createEndpoint(change, { url, events: ["order.paid"], active: true });
    return id as string;
  });

/** Inserts rows as the subscriber would, evenly among the endpoints, with ids from the current time. */
async function fill(endpoints: readonly string[], count: number, status: "pending" | "delivered"): Promise<void> {
  await db().$client.begin(async (sql) => {
    await sql`set local statement_timeout = 0`;
    // Foreign keys checked one by one take a minute for a million rows.
    await sql`set local session_replication_role = replica`;
    await sql`
    with made as (
      insert into events (id, name, subject_type, subject_id, change_id, body, time, fanned_out_at)
      select new_id('evt', now()), 'order.paid', 'order', 'ord_bench', 'chg_bench',
        '{"data":"' || repeat('x', 1000) || '"}', now(), now()
      from generate_series(1, ${Math.ceil(count / endpoints.length)})
      returning id
    )
    insert into webhook_deliveries (id, endpoint_id, event_id, event_name, status, next_attempt_at)
    select new_id('whd', now()), endpoint, made.id, 'order.paid', ${status}::text,
      case when ${status}::text = 'pending' then now() end
    from made cross join unnest(${[...endpoints]}::text[]) as endpoint`;
    if (count > 1) await sql`analyze webhook_deliveries`;
  });
}

/** Deliveries a second to all endpoints but `except`. */
async function run(receiver: ChildProcess, endpoints: readonly string[], rows: number, except = ""): Promise<number> {
  await fill(endpoints, rows, "pending");
  const others = Math.ceil(rows / endpoints.length) * endpoints.filter((id) => id !== except).length;
  const stop = new AbortController();
  const began = performance.now();
  const sent = answersOf(receiver, others);
  const sending = sender(stop.signal);
  await sent;
  const seconds = (performance.now() - began) / 1000;
  stop.abort();
  await db().$client`delete from webhook_deliveries where endpoint_id = ${except} and status = 'pending'`;
  await sending;
  await db().$client`vacuum webhook_deliveries`;
  return others / seconds;
}

/** Resolves when the receiver has answered this many more without delay. */
let answeredBefore = 0;
async function answersOf(receiver: ChildProcess, count: number): Promise<void> {
  for await (const [{ answered }] of on(receiver, "message")) {
    if (answered < answeredBefore + count) continue;
    answeredBefore += count;
    return;
  }
}

/** A host's loop: runs until told to stop. */
async function sender(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sendDue({ lane: "fast", slots, timeLeft: within(60_000), wake: async () => 0 });
  }
}

/** Seconds until a new event is sent while another endpoint's million waits. */
async function besideMillions(
  receiver: ChildProcess,
  endpoints: readonly string[],
  slow: string,
  due: number,
): Promise<number> {
  await fill([slow], due, "pending");
  const stop = new AbortController();
  const sending = sender(stop.signal);
  await new Promise((resume) => setTimeout(resume, 1_000));
  const sent = answersOf(receiver, 1);
  await fill(endpoints.slice(0, 1), 1, "pending");
  const began = performance.now();
  await sent;
  const seconds = (performance.now() - began) / 1000;
  stop.abort();
  await db().$client`update webhook_endpoints set active = false where id = ${slow}`;
  await sending;
  return seconds;
}

if (import.meta.main) {
  console.table(await deliveries({ heavy: process.argv.includes("--heavy") }));
  process.exit();
}
