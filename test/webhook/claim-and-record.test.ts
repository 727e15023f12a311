import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import postgres from "postgres";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import * as webhook from "#core/contract/webhook";
import { db, disconnect } from "#core/db/client";
import { attemptsMax, hidingSeconds, timeoutMs } from "#core/webhook/backoff";
import { type Claimed, claim } from "#core/webhook/claim";
import { record } from "#core/webhook/record";
import { call } from "../support/call.ts";
import { answer, aReceiver, type Receiver } from "../support/hostile-receiver.ts";
import { anEndpoint, rowsOf, send, someDeliveries, timePasses } from "../support/webhooks.ts";

beforeEach(async () => {
  await db().$client`delete from webhook_endpoints`;
});

/** A sender in a process of its own, to be killed. */
function aSender(): { kill: () => Promise<unknown>; ended: Promise<unknown> } {
  const child = fork(join(import.meta.dirname, "../support/sender.ts"), { execArgv: [], stdio: "inherit" });
  const ended = once(child, "exit");
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    kill: () => {
      child.kill("SIGKILL");
      return ended;
    },
    ended,
  };
}
/** Everything the database holds right now is seen by nobody else: holds writes to the table up until let go. */
async function withTableHeld<T>(work: () => Promise<T>): Promise<T> {
  const other = postgres(process.env["DATABASE_URL"]!, { max: 1 });
  try {
    return (await other.begin(async (tx) => {
      await tx`lock table webhook_deliveries in share row exclusive mode`;
      return work();
    })) as T;
  } finally {
    await other.end();
  }
}
const claimOf = (endpointId: webhook.Endpoint["id"], most = 20) => claim([{ endpointId, turn: "first", most }]);
const eventIdsAt = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body.toString()).id as string);

describe("a sender that dies", () => {
  it("fault 1: killed after the 200 and before recording, the event is sent again with the same id, and delivered", async () => {
    const receiver = await aReceiver(() => {});
    const endpoint = await anEndpoint(receiver.url);
    const [eventId] = await someDeliveries(1);
    const sender = aSender();
    await receiver.has(1);
    // The answer goes out while the outcome cannot be written, and the sender is killed in between.
    await withTableHeld(async () => {
      receiver.behave = answer(200);
      answer(200)(receiver.sockets()[0]!, receiver.received[0]!, 1);
      await sender.kill();
    });
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "pending", attempts: 1 }]);
    expect(await send()).toMatchObject({ delivered: 0, failed: 0 });

    await timePasses();
    await send();

    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "delivered", attempts: 2, lastStatus: 200 }]);
    expect(eventIdsAt(receiver)).toEqual([eventId, eventId]);
  });

  it("fault 2: killed in the middle of twenty POSTs, all twenty come back", async () => {
    const receiver = await aReceiver(() => {});
    const endpoints = [await anEndpoint(`${receiver.url}/1`), await anEndpoint(`${receiver.url}/2`)];
    await someDeliveries(10);
    const sender = aSender();
    await receiver.has(20);
    await sender.kill();
    receiver.behave = answer(200);
    await timePasses();
    expect(await send()).toMatchObject({ delivered: 20 });
    for (const { id } of endpoints) {
      const rows = await rowsOf(id);
      expect(rows).toHaveLength(10);
      for (const row of rows) expect(row).toMatchObject({ status: "delivered", attempts: 2 });
    }
  });

  it("fault 3: gone after the claim, its rows are hidden for 60 s and then come back", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(3);
    expect(await claimOf(endpoint.id)).toHaveLength(3);
    for (const { dueInSeconds } of await rowsOf(endpoint.id)) {
      expect(dueInSeconds).toBeGreaterThan(hidingSeconds - 5);
      expect(dueInSeconds).toBeLessThanOrEqual(hidingSeconds);
    }
    expect(await send()).toMatchObject({ delivered: 0 });
    await timePasses();
    expect(await send()).toMatchObject({ delivered: 3 });
  });

  it("fault 3: gone after the twelfth claim, the row is dead and not sent a thirteenth time", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    await db().$client`update webhook_deliveries set attempts = ${attemptsMax}`;
    await send();
    expect(receiver.received).toHaveLength(0);
    expect(await rowsOf(endpoint.id)).toMatchObject([
      { status: "dead", attempts: 12, lastError: "interrupted", dueInSeconds: null },
    ]);
  });

  it("fault 4: paused for over 60 s while another delivered, it records nothing when it wakes", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    const [mine] = await claimOf(endpoint.id);
    await timePasses();
    await send();
    await record([{ of: mine!, status: null, error: "timeout", ms: 61_000 }]);
    expect(await rowsOf(endpoint.id)).toMatchObject([
      { status: "delivered", attempts: 2, lastError: null, history: [{ status: 200 }] },
    ]);
    // And while the other is still at it: its claim is not disturbed either.
    await someDeliveries(1);
    const [late] = await claimOf(endpoint.id);
    await timePasses();
    const [theirs] = await claim([{ endpointId: endpoint.id, turn: "again", most: 1 }]);
    await record([{ of: late!, status: 200, error: null, ms: 61_000 }]);
    expect((await rowsOf(endpoint.id))[1]).toMatchObject({ status: "pending", attempts: 2, claimId: theirs!.claimId });
  });
});

describe("many senders", () => {
  it("fault 5: eight of them send 10,000 rows exactly once each", async () => {
    const receiver = await aReceiver();
    for (let nth = 0; nth < 10; nth++) await anEndpoint(`${receiver.url}/${nth}`);
    await someDeliveries(1_000);
    const runs = await Promise.all(
      Array.from({ length: 8 }, () => send({ slots: 40, untilMs: performance.now() + 80_000 })),
    );
    expect(runs.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(10_000);
    const sent = receiver.received.map(({ headers }) => headers["x-service-delivery"]);
    expect(sent).toHaveLength(10_000);
    expect(new Set(sent).size).toBe(10_000);
    const [left] = await db()
      .$client`select count(*)::int as count from webhook_deliveries where status <> 'delivered' or attempts <> 1`;
    expect(left!["count"]).toBe(0);
  }, 100_000);

  // A row that is due again while its first sender still waits for an answer would be sent twice for no reason.
  it("fault 6: no attempt can outlast the time for which its row is hidden", async () => {
    expect(timeoutMs).toBe(10_000);
    expect(hidingSeconds).toBe(60);
    const receiver = await aReceiver(() => {});
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    const sending = send({ timeoutMs: 400 });
    await receiver.has(1);
    const [hidden] = await rowsOf(endpoint.id);
    await sending;
    const [row] = await rowsOf(endpoint.id);
    expect(hidden!.dueInSeconds! * 1000).toBeGreaterThan(row!.history[0]!.ms + 15_000);
  });
});

describe("a database that fails", () => {
  const real = () => process.env["DATABASE_URL"]!;
  /** The program's pool points somewhere else until the test says otherwise. */
  async function pointedAt<T>(url: string, work: () => Promise<T>): Promise<T> {
    const before = real();
    await disconnect();
    process.env["DATABASE_URL"] = url;
    try {
      return await work();
    } finally {
      await disconnect();
      process.env["DATABASE_URL"] = before;
    }
  }

  it("fault 7: down before the claim, nothing is sent and no attempt is counted", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    await expect(pointedAt("postgres://nobody:x@127.0.0.1:9/none", () => send())).rejects.toThrow();
    expect(receiver.received).toHaveLength(0);
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "pending", attempts: 0 }]);
  });

  it("fault 8: down between the POST and the record, the event is sent again and not lost", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    await db().$client`alter table webhook_deliveries add constraint away check (status <> 'delivered')`;
    await expect(send()).rejects.toThrow();
    await db().$client`alter table webhook_deliveries drop constraint away`;
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "pending", attempts: 1 }]);
    await timePasses();
    await send();
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "delivered", attempts: 2 }]);
    expect(receiver.received).toHaveLength(2);
  });

  it("fault 9: connections that are killed under it are replaced, and everything is recorded", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(200);
    const other = postgres(real(), { max: 1 });
    onTestFinished(async () => {
      await other.end();
      await disconnect();
    });
    const sending = send();
    await receiver.has(30);
    await other`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await sending;
    await timePasses();
    await send();
    const rows = await rowsOf(endpoint.id);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["delivered"]));
    expect(new Set(eventIdsAt(receiver)).size).toBe(200);
  });

  // One outcome that PostgreSQL refuses would poison the batch of all the others.
  it("fault 10: NUL, bad UTF-8 and megabytes from one receiver do not touch the other nineteen's outcomes", async () => {
    const good = await aReceiver();
    const foul = await aReceiver((socket) => {
      const junk = Buffer.concat([Buffer.from([0, 0xff, 0xfe, 0xc3, 0x28]), Buffer.alloc(5_000_000, 0)]);
      socket.write(
        Buffer.concat([
          Buffer.from("HTTP/1.1 500 "),
          Buffer.from([0xff, 0xc3]),
          Buffer.from("\r\ncontent-length: 5000005\r\n\r\n"),
          junk,
        ]),
      );
    });
    const foulest = await anEndpoint(foul.url);
    for (let nth = 0; nth < 19; nth++) await anEndpoint(`${good.url}/${nth}`);
    await someDeliveries(1);
    expect(await send()).toMatchObject({ delivered: 19, failed: 1 });
    const [row] = await rowsOf(foulest.id);
    expect(row!.lastError).toMatch(/^(http_500|invalid_response)$/);
  });

  it("fault 12: recording and staff's retries at the same rows do not deadlock each other", async () => {
    const endpoint = await anEndpoint("http://127.0.0.1:1/");
    await someDeliveries(40);
    const rows = await claimOf(endpoint.id, 40);
    const outcomes = (some: readonly Claimed[]) =>
      some.map((of) => ({ of: { ...of, attempts: attemptsMax }, status: null, error: "refused" as const, ms: 1 }));
    const shuffled = rows.toSorted(() => Math.random() - 0.5);
    await Promise.all([record(outcomes(rows)), record(outcomes(shuffled)), record(outcomes(rows.toReversed()))]);
    const dead = await rowsOf(endpoint.id);
    expect(dead.map(({ status }) => status)).toEqual(Array(40).fill("dead"));
    expect(dead.map(({ history }) => history.length)).toEqual(Array(40).fill(1));
    const answers = await Promise.all([
      ...dead.map(({ id }) => call(webhook.retryDelivery, { id })),
      record(outcomes(rows)).then(() => ({ status: 200 })),
      ...dead.toReversed().map(({ id }) => call(webhook.retryDelivery, { id })),
    ]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(40);
    expect((await rowsOf(endpoint.id)).map(({ status }) => status)).toEqual(Array(40).fill("pending"));
  });
});
