import postgres from "postgres";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import * as webhook from "#core/contract/webhook";
import { db, disconnect } from "#core/db/client";
import { reading } from "#core/db/reading";
import { within } from "#core/time-left";
import { attemptsMax, hidingSeconds } from "#core/webhook/backoff";
import { type Claimed, deliveryLease } from "#core/webhook/delivery-lease";
import { sendByQueue } from "#core/webhook/send-by-queue";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { anEndpoint, rowsOf, send, someDeliveries, timePasses } from "../support/given/webhooks.ts";
import fc from "../support/harness/properties.ts";
import { aSender } from "../support/processes.ts";
import { answer, aReceiver, type Receiver } from "../support/receiver.ts";

const { claim, record } = deliveryLease;

beforeEach(async () => {
  await db().$client`delete from webhook_endpoints`;
});

/** Blocks writes to the table until the work is done, so that the database stays as it is now. */
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
  it("after the 200 and before recording: the event is sent again with the same id, and delivered", async () => {
    const receiver = await aReceiver(() => {});
    const endpoint = await anEndpoint(receiver.url);
    const [eventId] = await someDeliveries(1);
    const sender = await aSender();
    void sender.begin();
    await receiver.has(1);
    // The answer is sent while the outcome cannot be written, and the sender is killed in between.
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

  it("in the middle of twenty POSTs: all twenty are claimed again", async () => {
    const receiver = await aReceiver(() => {});
    const endpoints = [await anEndpoint(`${receiver.url}/1`), await anEndpoint(`${receiver.url}/2`)];
    await someDeliveries(10);
    const sender = await aSender();
    void sender.begin();
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

  it("after the claim and before the POST: its rows are hidden for 60 s and then due again", async () => {
    // The receiver does not speak TLS: the sender has claimed and connected, and cannot send anything.
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url.replace("http:", "https:"));
    await someDeliveries(3);
    const sender = await aSender();
    void sender.begin();
    await expect.poll(receiver.connections).toBeGreaterThan(0);
    await sender.kill();
    await call(webhook.editEndpoint, { id: endpoint.id, url: receiver.url });
    for (const row of await rowsOf(endpoint.id)) {
      expect(row).toMatchObject({ status: "pending", attempts: 1, history: [] });
      expect(row.dueInSeconds).toBeGreaterThan(hidingSeconds - 15);
      expect(row.dueInSeconds).toBeLessThanOrEqual(hidingSeconds);
    }
    expect(await send()).toMatchObject({ delivered: 0, failed: 0 });
    expect(receiver.received).toHaveLength(0);
    await timePasses();
    expect(await send()).toMatchObject({ delivered: 3 });
    expect((await rowsOf(endpoint.id)).map(({ attempts }) => attempts)).toEqual([2, 2, 2]);
  });

  it("after the twelfth claim: the row is dead and not sent a thirteenth time", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    await db()
      .$client`update webhook_deliveries set attempts = ${attemptsMax}, last_status = 500, last_error = 'http_500'`;
    await send();
    expect(receiver.received).toHaveLength(0);
    // The status would be that of the attempt before.
    expect(await rowsOf(endpoint.id)).toMatchObject([
      { status: "dead", attempts: 12, lastStatus: null, lastError: "interrupted", dueInSeconds: null },
    ]);
  });

  it("or stalls for over 60 s while another sender delivers records nothing when it resumes", async () => {
    const receiver = await aReceiver(() => {});
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    const sender = await aSender();
    const report = sender.begin();
    await receiver.has(1);
    sender.stop();
    await timePasses();
    const [itsSocket] = receiver.sockets();
    receiver.behave = answer(200);
    expect(await send()).toMatchObject({ delivered: 1 });
    answer(500)(itsSocket!, receiver.received[0]!, 1);
    sender.goOn();
    expect(await report).toMatchObject({ delivered: 0, failed: 1 });
    expect(await rowsOf(endpoint.id)).toMatchObject([
      { status: "delivered", attempts: 2, lastError: null, history: [{ status: 200 }] },
    ]);
    // Nor does it count against the endpoint.
    const { body } = await call(webhook.readEndpoint, { id: endpoint.id });
    expect(body.health).toMatchObject({ failuresInARow: 0 });
  });

  // Otherwise a third sender would take the row that the second one is still busy with.
  it("or stalls until another sender has claimed its row does not affect that claim when it resumes", async () => {
    const receiver = await aReceiver(() => {});
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    const [first, second] = [await aSender(), await aSender()];
    const report = first.begin();
    await receiver.has(1);
    first.stop();
    await timePasses();
    const secondReport = second.begin();
    await receiver.has(2);
    const [theirs] = await rowsOf(endpoint.id);
    const [firstSocket, secondSocket] = receiver.sockets();
    answer(500)(firstSocket!, receiver.received[0]!, 1);
    first.goOn();
    expect(await report).toMatchObject({ failed: 1 });
    expect(await rowsOf(endpoint.id)).toMatchObject([
      { status: "pending", attempts: 2, claimId: theirs!.claimId, history: [] },
    ]);
    expect(theirs!.claimId).not.toBeNull();
    answer(200)(secondSocket!, receiver.received[1]!, 2);
    expect(await secondReport).toMatchObject({ delivered: 1 });
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "delivered", attempts: 2, claimId: null }]);
  });
});

describe("a claim", () => {
  // Otherwise a failed row would be overtaken for ever by new ones at a busy endpoint.
  it("takes the longest-due rows first, whenever they were created", async () => {
    const endpoint = await anEndpoint("http://127.0.0.1:9/");
    await someDeliveries(6);
    const rows = await rowsOf(endpoint.id);
    const due = [rows[3]!, rows[5]!, rows[0]!, rows[4]!, rows[2]!, rows[1]!].map(({ id }) => id);
    for (const [nth, id] of due.entries())
      await db()
        .$client`update webhook_deliveries set next_attempt_at = now() - make_interval(secs => ${60 - nth}) where id = ${id}`;
    const claimed: string[] = [];
    for (let round = 0; round < 3; round++) {
      const two = await claimOf(endpoint.id, 2);
      claimed.push(...two.map(({ id }) => id).toSorted((a, b) => due.indexOf(a) - due.indexOf(b)));
    }
    expect(claimed).toEqual(due);
  });
});

describe("many senders", () => {
  it("in eight processes send each of 10,000 rows exactly once", async () => {
    const receiver = await aReceiver();
    for (let nth = 0; nth < 10; nth++) await anEndpoint(`${receiver.url}/${nth}`);
    await someDeliveries(1_000);
    const senders = await Promise.all(Array.from({ length: 8 }, aSender));
    const counts = (await Promise.all(senders.map(({ begin }) => begin()))).map((report) => report!.delivered);
    // How they share the work depends on the machine, but one alone would prove nothing.
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10_000);
    const sent = receiver.received.map(({ headers }) => headers["x-service-delivery"]);
    expect(sent).toHaveLength(10_000);
    expect(new Set(sent).size).toBe(10_000);
    const [left] = await db()
      .$client`select count(*)::int as count from webhook_deliveries where status <> 'delivered' or attempts <> 1`;
    expect(left!["count"]).toBe(0);
  }, 100_000);
});

// A row that is due again while its first sender still waits for an answer would be sent twice for no reason.
describe("no claim outlasts the time for which its row is hidden", () => {
  const hidingMs = hidingSeconds * 1000;

  /** This process's clock, which can be put forward: as for a process that was frozen, or whose database was slow. */
  function aClock() {
    const now = performance.now.bind(performance);
    const clock = { aheadMs: 0 };
    vi.spyOn(performance, "now").mockImplementation(() => now() + clock.aheadMs);
    onTestFinished(() => void vi.restoreAllMocks());
    return clock;
  }
  /** Claims, and receives the rows only after this time. */
  async function sendHeldFor(heldMs: number, timeoutMs: number, clock: { aheadMs: number }) {
    const { sending } = await withTableHeld(async () => {
      const sending = send({ timeoutMs });
      await untilSomebodyWaits();
      clock.aheadMs += heldMs;
      return { sending };
    });
    return sending;
  }

  it.each([10_000, 30_000])("with a timeout of %i ms, rows that arrive too late are not sent", async (timeoutMs) => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    const clock = aClock();
    expect(await sendHeldFor(hidingMs - timeoutMs, timeoutMs, clock)).toMatchObject({ delivered: 0, failed: 0 });
    expect(receiver.received).toHaveLength(0);
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "pending", attempts: 1, history: [] }]);
    await timePasses();
    // What can still be sent in time is sent.
    const inTime = await sendHeldFor(hidingMs - timeoutMs - 20_000, timeoutMs, clock);
    expect(inTime).toMatchObject({ delivered: 1, failed: 0 });
  });

  // 34 s are enough for one attempt of 30 s, and for none of an hour.
  it("whatever timeout is set, an attempt may take 30 s at most", async () => {
    const receiver = await aReceiver();
    await anEndpoint(receiver.url);
    await someDeliveries(1);
    process.env["WEBHOOK_TIMEOUT_SECONDS"] = "3600";
    onTestFinished(() => void delete process.env["WEBHOOK_TIMEOUT_SECONDS"]);
    expect(await sendByQueue("fast", within(34_000))).toMatchObject({ delivered: 1 });
  });

  it.each(["0", "", "ten"])("with WEBHOOK_TIMEOUT_SECONDS=%j an attempt has its default time", async (seconds) => {
    const receiver = await aReceiver((...given) => void setTimeout(() => answer(200)(...given), 500));
    await anEndpoint(receiver.url);
    await someDeliveries(1);
    process.env["WEBHOOK_TIMEOUT_SECONDS"] = seconds;
    onTestFinished(() => void delete process.env["WEBHOOK_TIMEOUT_SECONDS"]);
    expect(await sendByQueue("fast", within(10_000 + 4_000))).toMatchObject({ delivered: 1 });
  });

  it("with WEBHOOK_TIMEOUT_SECONDS=2 an attempt ends after two seconds", async () => {
    const endpoint = await anEndpoint((await aReceiver(() => {})).url);
    await someDeliveries(1);
    process.env["WEBHOOK_TIMEOUT_SECONDS"] = "2";
    onTestFinished(() => void delete process.env["WEBHOOK_TIMEOUT_SECONDS"]);
    await sendByQueue("fast", within(5_000));
    const [row] = await rowsOf(endpoint.id);
    expect(row).toMatchObject({ attempts: 1, lastError: "timeout" });
    expect(row!.history[0]!.ms).toBeGreaterThanOrEqual(1_900);
    expect(row!.history[0]!.ms).toBeLessThan(9_000); // the default is 10 s
  });

  it("an attempt without a response ends at its timeout, while its row is still hidden", async () => {
    const receiver = await aReceiver(() => {});
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    const sending = send({ timeoutMs: 2_000 });
    await receiver.has(1);
    const [hidden] = await rowsOf(endpoint.id);
    await sending;
    const [row] = await rowsOf(endpoint.id);
    expect(row).toMatchObject({ lastError: "timeout", history: [{ error: "timeout" }] });
    expect(hidden!.dueInSeconds! * 1000).toBeGreaterThan(row!.history[0]!.ms + 15_000);
  });
});

describe("a database that fails", () => {
  it("killed connections are replaced, and everything is recorded", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(200);
    const other = postgres(process.env["DATABASE_URL"]!, { max: 1 });
    onTestFinished(async () => {
      await other.end();
      await disconnect();
    });
    const sending = send();
    await receiver.has(30);
    await other`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await sending;
    // An idle connection reports it at its next use.
    await reading(() => timePasses());
    await send();
    const rows = await rowsOf(endpoint.id);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["delivered"]));
    expect(new Set(eventIdsAt(receiver)).size).toBe(200);
  });

  // One outcome that PostgreSQL refuses would fail the batch of all the others.
  it("NUL, bad UTF-8 and megabytes from one receiver do not affect the other nineteen outcomes", async () => {
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

  it("recording and retries by staff on the same rows do not deadlock", async () => {
    const endpoint = await anEndpoint("http://127.0.0.1:1/");
    await someDeliveries(40);
    const rows = await claimOf(endpoint.id, 40);
    const outcomes = (some: readonly Claimed[]) =>
      some.map((of) => ({ of: { ...of, attempts: attemptsMax }, status: null, error: "refused" as const, ms: 1 }));
    const [shuffled = []] = fc.sample(fc.shuffledSubarray(rows, { minLength: rows.length }), 1);
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
