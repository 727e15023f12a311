/**
 * What the store costs on AWS, in US dollars a month, from what is measured here: the real handlers behind simulated pollers, at
 * the rate of ten million deliveries a day. Everything that is paid for is counted or timed; `prices.ts` says what it costs.
 * What cannot be measured here is assumed in one place, below.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db, disconnect } from "#core/db/client";
import { migrate } from "#core/db/migrate";
import { newSecretsKey } from "#core/secret";
import { createEndpoint } from "#core/webhook/endpoints/create-endpoint";
import { schedules, queues as wiredQueues } from "#functions/wiring";
import { handler as fanOut } from "#functions/worker/fan-out-event";
import { handler as sendFast } from "#functions/worker/send-deliveries";
import { handler as sendSlow } from "#functions/worker/send-slow-deliveries";
import type { LocalPostgres } from "#local/postgres/postgres";
import { databaseUse } from "./database-use.ts";
import { hoursPerMonth, secondsPerMonth, usd } from "./prices.ts";
import { type Simulated, simulateLambda } from "./simulated-lambda.ts";

/** 6.9 × 17 are 117 deliveries a second: ten million a day. */
const eventsPerSecond = 6.9;
const endpointsInUse = 17;
const warmSeconds = 5;
const seconds = 60;
const bodyBytes = 1_200;

/** What this machine cannot tell. */
const assumed = {
  /** One ACU has 2 GB, of machines with 8 GB for each processor. Aurora's processors are taken for as fast as this one's. */
  acuPerProcessor: 4,
  /** Serverless v2 grows when it is busier than this. */
  busyShare: 0.7,
  /** TLS records, TCP and IP around a request and its answer over a connection that is kept. */
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
    for (const pace of ["prompt", "economical"]) rows.push(await deliveriesCost(server, pace));
    return [...rows, ...idleCosts()];
  } finally {
    process.env = before;
  }
}

/** Ten million deliveries a day, for a minute. */
async function deliveriesCost(server: LocalPostgres, pace: string): Promise<CostRow> {
  const database = `cost_${pace}_${process.pid}`;
  await server.create(database);
  process.env["DATABASE_URL"] = server.url(database);
  process.env["DATABASE_CONNECTIONS"] = "20";
  process.env["SECRETS_KEY"] = newSecretsKey();
  process.env["WEBHOOK_PACE"] = pace;
  await migrate(server.url(database));
  const receiver = fork(new URL("./cost-receiver.ts", import.meta.url));
  const [{ port }] = await once(receiver, "message");
  for (let nth = 0; nth < endpointsInUse; nth++) {
    await inChange(system("bench"), (change) =>
      createEndpoint(change, { url: `http://127.0.0.1:${port}/${nth}`, events: ["order.paid"], active: true }),
    );
  }
  const simulated = simulateLambda({ events: fanOut, deliveries: sendFast, "slow-deliveries": sendSlow });
  try {
    await events(simulated, warmSeconds);
    const start = { at: await databaseUse(), lambda: snapshot(simulated), net: await askedOf(receiver) };
    await events(simulated, seconds);
    const left = simulated.waiting("deliveries") + simulated.waiting("slow-deliveries");
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
    const lambda = (used.billedMs / 1_000) * usd.lambdaGbSecond * month + used.invocations * usd.lambdaRequest * month;
    const sqs = used.sqsRequests * usd.sqsRequest * month;
    const bus = eventsPerSecond * secondsPerMonth * usd.busEvent;
    const acus = (databaseUsed / seconds / assumed.busyShare) * assumed.acuPerProcessor;
    // The standby is kept as large as the writer.
    const aurora = 2 * acus * usd.auroraAcuHour * hoursPerMonth + ios * usd.auroraIo * month;
    const egress = (out / 1e9) * usd.egressGb * month;
    const nat = ((out + back) / 1e9) * usd.natGb * month;
    const sum = lambda + sqs + bus + aurora + egress + nat;
    return {
      what: `deliveries, 10 M a day, ${pace}`,
      invocationsEach: rounded(used.invocations / per, 4),
      wakeUpsEach: rounded(used.wakeUps / per, 3),
      sqsRequestsEach: rounded(used.sqsRequests / per, 3),
      billedMsEach: rounded(used.billedMs / per, 1),
      p50Seconds: rounded(took?.p50 ?? 0, 2),
      p99Seconds: rounded(took?.p99 ?? 0, 2),
      wakeUpsLeft: left,
      lambda: rounded(lambda),
      sqs: rounded(sqs),
      bus: rounded(bus),
      database: rounded(aurora),
      acus: rounded(acus, 2),
      egress: rounded(egress),
      nat: rounded(nat),
      usdPerMonth: rounded(sum),
    };
  } finally {
    await simulated.stop();
    receiver.disconnect();
    await disconnect();
  }
}

const rounded = (figure: number, decimals = 0): number => Number(figure.toFixed(decimals));

/** Events as the bus hands them on, evenly but by chance. */
async function events(simulated: Simulated, forSeconds: number): Promise<void> {
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
    wakeUps: used("deliveries").messages + used("slow-deliveries").messages,
  };
}
type Snapshot = ReturnType<typeof snapshot>;
const minus = (end: Snapshot, start: Snapshot): Snapshot => ({
  sqsRequests: end.sqsRequests - start.sqsRequests,
  invocations: end.invocations - start.invocations,
  billedMs: end.billedMs - start.billedMs,
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

/** A store in which nothing happens: what is paid for the hour, and the schedules and pollers that look all the same. */
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
  const endpoints = 3 * 2 * usd.endpointHour * hoursPerMonth;
  const small = usd.smallPostgresHour * hoursPerMonth + 20 * usd.smallPostgresGbMonth;
  return [
    row("idle, as deployed: Aurora with a standby", acus(1), natGateway, endpoints),
    row("idle, a small PostgreSQL that is given", small, natGateway, endpoints),
  ];
}
const pollersOf = 5;
