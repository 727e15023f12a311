/**
 * What the store costs on AWS, in US dollars a month, from what is measured here: the real handlers behind simulated
 * pollers, at the rate of ten million deliveries a day. Everything billed is counted or timed; `prices.ts` has the
 * prices. What cannot be measured here is assumed in one place, below.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { system } from "#core/actor";
import * as order from "#core/contract/order";
import { inChange } from "#core/db/change";
import { db, disconnect } from "#core/db/client";
import { migrate } from "#core/db/migrate";
import { newSecretsKey } from "#core/secret";
import { createKey } from "#core/staff/keys/create-key";
import { createEndpoint } from "#core/webhook/endpoints/create-endpoint";
import { schedules, queues as wiredQueues } from "#functions/wiring";
import { handler as fanOut } from "#functions/worker/fan-out-event";
import { handler as sendFast } from "#functions/worker/send-deliveries";
import { handler as sendSlow } from "#functions/worker/send-slow-deliveries";
import type { LocalPostgres } from "#local/postgres/postgres";
import { call } from "#test/support/call";
import { aStocklessVariant } from "#test/support/given/stock";
import { databaseUse } from "./database-use.ts";
import { hoursPerMonth, secondsPerMonth, usd } from "./prices.ts";
import { type Simulated, simulateLambda } from "./simulated-lambda.ts";

/** 6.9 × 17 are 117 deliveries a second: ten million a day. */
interface Load {
  readonly pace: string;
  readonly eventsPerSecond: number;
  readonly endpoints: number;
  readonly seconds: number;
}

const warmSeconds = 5;
const bodyBytes = 1_200;

/** Assumptions that cannot be measured on this machine. */
const assumed = {
  /**
   * One ACU has 2 GB, on machines with 8 GB per processor. Aurora's processors are assumed to be as fast as this
   * machine's.
   */
  acuPerProcessor: 4,
  /** Serverless v2 scales up above this load. */
  busyShare: 0.7,
  /** Overhead of TLS records, TCP and IP for a request and its answer over a persistent connection. */
  packetBytes: 400,
  /** A TLS handshake, for each new connection. */
  handshakeBytes: 5_000,
} as const;

export interface CostRow {
  readonly what: string;
  readonly [figure: string]: string | number;
}

export async function cost(server: LocalPostgres): Promise<CostRow[]> {
  const before = { ...process.env };
  try {
    const rows: CostRow[] = [];
    for (const pace of ["prompt", "economical"]) {
      rows.push(await deliveriesCost(server, { pace, eventsPerSecond: 6.9, endpoints: 17, seconds: 60 }));
      rows.push(await deliveriesCost(server, { pace, eventsPerSecond: 20, endpoints: 1, seconds: 30 }));
    }
    return [...rows, ...(await requestCosts(server)), ...idleCosts()];
  } finally {
    process.env = before;
  }
}

/** The cost of a load, measured for a minute or less. */
async function deliveriesCost(server: LocalPostgres, load: Load): Promise<CostRow> {
  const { pace, eventsPerSecond, endpoints, seconds } = load;
  const database = `cost_${pace}_${endpoints}_${process.pid}`;
  await server.create(database);
  process.env["DATABASE_URL"] = server.url(database);
  process.env["DATABASE_CONNECTIONS"] = "20";
  process.env["SECRETS_KEY"] = newSecretsKey();
  process.env["WEBHOOK_PACE"] = pace;
  await migrate(server.url(database));
  const receiver = fork(new URL("./receiver.ts", import.meta.url));
  const [{ port }] = await once(receiver, "message");
  for (let nth = 0; nth < endpoints; nth++) {
    await inChange(system("bench"), (change) =>
      createEndpoint(change, { url: `http://127.0.0.1:${port}/${nth}`, events: ["order.paid"], active: true }),
    );
  }
  const simulated = simulateLambda({ events: fanOut, deliveries: sendFast, "slow-deliveries": sendSlow });
  try {
    await events(simulated, eventsPerSecond, warmSeconds);
    const start = { at: await databaseUse(), lambda: snapshot(simulated), net: await askedOf(receiver) };
    await events(simulated, eventsPerSecond, seconds);
    const end = { at: await databaseUse(), lambda: snapshot(simulated), net: await askedOf(receiver) };
    await pause(6_000);
    const [took] = await db().$client<{ p50: number; p99: number; count: number }[]>`
      select count(*)::int as count,
        percentile_cont(0.5) within group (order by extract(epoch from delivered_at - time))::float8 as p50,
        percentile_cont(0.99) within group (order by extract(epoch from delivered_at - time))::float8 as p99
      from webhook_deliveries d join events e on e.id = event_id where d.status = 'delivered'`;
    const used = minus(end.lambda, start.lambda);
    const per = end.net.asked - start.net.asked;
    const databaseUsed = end.at.processorSeconds - start.at.processorSeconds;
    const ios = end.at.ios - start.at.ios;
    const connections = end.net.connections - start.net.connections;
    const out = end.net.bytesIn - start.net.bytesIn + per * assumed.packetBytes + connections * assumed.handshakeBytes;
    const back = end.net.bytesOut - start.net.bytesOut + per * assumed.packetBytes;
    const month = secondsPerMonth / seconds;
    const lambda = used.gbSeconds * usd.lambdaGbSecond * month + used.invocations * usd.lambdaRequest * month;
    const sqs = used.sqsRequests * usd.sqsRequest * month;
    const bus = eventsPerSecond * secondsPerMonth * usd.busEvent;
    const acus = (databaseUsed / seconds / assumed.busyShare) * assumed.acuPerProcessor;
    // The standby is kept as large as the writer.
    const each = acus * usd.auroraAcuHour * hoursPerMonth;
    const aurora = 2 * each + ios * usd.auroraIo * month;
    const egress = (out / 1e9) * usd.egressGb * month;
    const nat = ((out + back) / 1e9) * usd.natGb * month;
    const sum = lambda + sqs + bus + aurora + egress + nat;
    return {
      what: `${eventsPerSecond} events a second to ${endpoints} endpoints, ${pace}`,
      invocationsEach: rounded(used.invocations / per, 4),
      wakeUpsEach: rounded(used.wakeUps / per, 3),
      sqsRequestsEach: rounded(used.sqsRequests / per, 3),
      billedMsEach: rounded(used.billedMs / per, 1),
      // An upper bound: it includes the simulation's own time. A Lambda instance with 512 MB has 0.29 of a processor.
      processorShare: rounded(used.processorMs / used.billedMs, 3),
      p50Seconds: rounded(took?.p50 ?? 0, 2),
      p99Seconds: rounded(took?.p99 ?? 0, 2),
      wakeUpsWaiting: simulated.used("deliveries").mostWaiting,
      lambda: rounded(lambda),
      sqs: rounded(sqs),
      bus: rounded(bus),
      acus: rounded(acus, 2),
      iosEach: rounded(ios / per, 2),
      database: rounded(aurora),
      egress: rounded(egress),
      nat: rounded(nat),
      usdPerMonth: rounded(sum),
      // With NAT=instance, which has no charge by the gigabyte, and DATABASE_STANDBY=none.
      usdThrifty: rounded(sum - nat - each),
    };
  } finally {
    await simulated.stop();
    receiver.disconnect();
    await disconnect();
  }
}

const rounded = (figure: number, decimals = 0): number => Number(figure.toFixed(decimals));

/** Events as the bus delivers them: at a constant rate, but at random times. */
async function events(simulated: Simulated, eventsPerSecond: number, forSeconds: number): Promise<void> {
  const until = performance.now() + forSeconds * 1_000;
  for (let nextAt = performance.now(); nextAt < until; ) {
    const [event] = await db().$client<{ id: string }[]>`
      insert into events (id, name, subject_type, subject_id, change_id, body, time)
      select 'evt_' || left(replace(gen_random_uuid()::text, '-', ''), 26), 'order.paid', 'order', 'ord_bench', 'chg_bench',
        ${`{"data":"${"x".repeat(bodyBytes)}"}`}, clock_timestamp()
      returning id`;
    const detail = { id: event?.id, name: "order.paid" };
    simulated.put("events", JSON.stringify({ "detail-type": "order.paid", source: "quartermaster", detail }));
    nextAt += (-Math.log(1 - Math.random()) * 1_000) / eventsPerSecond;
    await pause(Math.max(0, nextAt - performance.now()));
  }
}

function snapshot({ used }: Simulated) {
  const all = ["events", "deliveries", "slow-deliveries"].map(used);
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    sqsRequests: sum((one) => one.sqsRequests),
    invocations: sum((one) => one.invocations),
    billedMs: sum((one) => one.billedMs),
    gbSeconds: sum((one) => one.gbSeconds),
    processorMs: processorMs(),
    wakeUps: used("deliveries").messages + used("slow-deliveries").messages,
  };
}
/** Processor time of this process: that of the handlers and of the simulation itself. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

type Snapshot = ReturnType<typeof snapshot>;
const minus = (end: Snapshot, start: Snapshot): Snapshot => ({
  sqsRequests: end.sqsRequests - start.sqsRequests,
  invocations: end.invocations - start.invocations,
  billedMs: end.billedMs - start.billedMs,
  gbSeconds: end.gbSeconds - start.gbSeconds,
  processorMs: end.processorMs - start.processorMs,
  wakeUps: end.wakeUps - start.wakeUps,
});

interface Net {
  readonly asked: number;
  readonly connections: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}
async function askedOf(receiver: ReturnType<typeof fork>): Promise<Net> {
  const said = once(receiver, "message");
  receiver.send("?");
  const [net] = await said;
  return net;
}

const asked = 200;

/**
 * The cost of a million requests each, for the most common ones: the handlers are called one at a time and timed as
 * Lambda bills.
 */
async function requestCosts(server: LocalPostgres): Promise<CostRow[]> {
  const database = `cost_requests_${process.pid}`;
  await server.create(database);
  process.env["DATABASE_URL"] = server.url(database);
  await migrate(server.url(database));
  const owner = { ...system("bench"), role: "owner" as const };
  const { key: as } = await inChange(owner, (change) =>
    createKey(change, { name: "bench", role: "owner", storefront: false }),
  );
  const variantId = await aStocklessVariant({ trackStock: false });
  const address = { line1: "1 Market Street", city: "Pune", postalCode: "411001", country: "IN" };
  const lines = [{ variantId, quantity: 1 }];
  const create = () =>
    call(order.create, { email: "bench@example.com", name: "Bench", address, payment: "cod", lines }, { as });
  const { id } = (await create()).body;
  const requests = {
    "order.create": create,
    "order.read": () => call(order.read, { id }, { as }),
    "order.list": () => call(order.list, { limit: 50 }, { as }),
  };
  const rows: CostRow[] = [];
  try {
    for (const [name, request] of Object.entries(requests)) rows.push(requestCost(name, await billedMsOf(request)));
  } finally {
    await disconnect();
  }
  return rows;
}

async function billedMsOf(request: () => Promise<{ readonly status: number }>): Promise<number> {
  for (let nth = 0; nth < asked; nth++) await request(); // Warmed up, like an instance that has been running for a while.
  let billed = 0;
  for (let nth = 0; nth < asked; nth++) {
    const began = performance.now();
    if ((await request()).status >= 300) throw new Error("a request was refused");
    billed += Math.ceil(performance.now() - began);
  }
  return billed / asked;
}

function requestCost(name: string, billedMs: number): CostRow {
  const lambda = 1e6 * (usd.lambdaRequest + (billedMs / 1_000) * usd.lambdaGbSecond);
  const doors = 1e6 * (usd.apiRequest + usd.cdnRequest);
  return {
    what: `a million requests: ${name}`,
    billedMsEach: rounded(billedMs, 1),
    lambda: rounded(lambda, 2),
    api: rounded(doors, 2),
    usdPerMonth: rounded(lambda + doors, 2),
  };
}

/** A store without activity: hourly charges, and the schedules and pollers that run all the same. */
function idleCosts(): CostRow[] {
  const runs = schedules.reduce((sum, { everyMinutes }) => sum + (hoursPerMonth * 60) / everyMinutes, 0);
  const scheduled = runs * (usd.lambdaRequest + 0.1 * usd.lambdaGbSecond);
  const polling = wiredQueues.length * pollersOf * (secondsPerMonth / 20) * usd.sqsRequest;
  const watching = 60 * usd.alarmMonth + 10 * usd.metricMonth + usd.dashboardMonth + 5 * usd.secretMonth;
  const always = scheduled + polling + watching;
  const row = (what: string, database: number, nat: number, endpoints: number): CostRow => ({
    what,
    database: rounded(database),
    nat: rounded(nat),
    endpoints: rounded(endpoints),
    schedules: rounded(scheduled, 2),
    sqs: rounded(polling, 2),
    watching: rounded(watching),
    usdPerMonth: rounded(database + nat + endpoints + always),
  });
  const acus = (count: number) => count * usd.auroraAcuHour * hoursPerMonth;
  const address = usd.addressHour * hoursPerMonth;
  const natGateway = usd.natHour * hoursPerMonth + address;
  const machine = usd.nanoHour * hoursPerMonth + address;
  const endpoints = 3 * 2 * usd.endpointHour * hoursPerMonth;
  const small = usd.smallPostgresHour * hoursPerMonth + 20 * usd.smallPostgresGbMonth;
  return [
    row("idle, as deployed", acus(1), natGateway, endpoints),
    row("idle, DATABASE_STANDBY=none NAT=instance VPC_ENDPOINTS=one-zone", acus(0.5), machine, endpoints / 2),
    row("idle, the same with a small PostgreSQL that is given", small, machine, endpoints / 2),
  ];
}
const pollersOf = 5;
