import { createServer, type Server } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as event from "#core/contract/event";
import * as product from "#core/contract/product";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { outboxBacklog } from "#core/event/backlog";
import { putOnBus } from "#core/event/bus";
import { emit } from "#core/event/emit";
import { poke } from "#core/event/poke";
import { type Outgoing, relayOutbox } from "#core/event/relay";
import { newId } from "#core/id";
import { createProduct } from "#core/product/create-product";
import { call } from "../support/call.ts";
import { aKey } from "../support/given.ts";

const soon = () => 20_000;
const tookAll = new Set<string>();

/** Puts `count` events into the outbox, one change each when `apart`. */
async function anEvent(count = 1, data: Record<string, unknown> = { colour: "blue" }): Promise<void> {
  await inChange(system("test"), async (change) => {
    for (let left = count; left > 0; left--) await emit(change, "product.created", newId("product"), data);
  });
}

/** A bus that remembers what it took. */
function aBus() {
  const taken: Outgoing[] = [];
  return {
    taken,
    send: async (events: readonly Outgoing[]) => {
      taken.push(...events);
      return tookAll;
    },
  };
}

beforeEach(async () => {
  await db().execute(sql`delete from events`);
});

describe("the outbox", () => {
  it("holds an event if and only if its change commits", async () => {
    const lost = inChange(system("test"), async (change) => {
      await emit(change, "product.created", newId("product"), {});
      throw new Error("the verb failed afterwards");
    });
    await expect(lost).rejects.toThrow("afterwards");
    expect(await outboxBacklog()).toMatchObject({ waiting: 0, lagSeconds: 0 });

    await anEvent();
    expect((await outboxBacklog()).waiting).toBe(1);
  });

  // Whoever is told of an order looks it up at once: told before the commit, they are answered that there is none.
  it("sends nothing before its change has committed, and then what can be read", async () => {
    const { taken, send } = aBus();
    const id = await inChange(system("test"), async (change) => {
      const made = await createProduct(change, product.create.input.parse({ title: "Kettle" }));
      expect(await relayOutbox(send, soon)).toBe(0);
      return made.id;
    });
    const told: unknown[] = [];
    await relayOutbox(async (events) => {
      for (const { body } of events) told.push([JSON.parse(body).data, (await call(product.read, { id })).body]);
      return send(events);
    }, soon);
    expect(taken).toHaveLength(1);
    const [[inEvent, read]] = told as [[unknown, unknown]];
    expect(inEvent).toEqual(read);
  });

  it("keeps the whole body as the receiver will see it", async () => {
    await anEvent(1, { title: "Täsch \u2028", priceMinor: 5 });
    const { taken, send } = aBus();
    await relayOutbox(send, soon);
    expect(JSON.parse(taken[0]!.body)).toEqual({
      id: taken[0]!.id,
      name: "product.created",
      version: 1,
      time: taken[0]!.time,
      subject: { type: "product", id: expect.stringMatching(/^prd_/) },
      data: { title: "Täsch \u2028", priceMinor: 5 },
    });
  });
});

describe("the relay", () => {
  it("sends each event once, oldest first, and stamps it", async () => {
    await anEvent(450);
    const { taken, send } = aBus();
    expect(await relayOutbox(send, soon)).toBe(450);
    const ids = taken.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(450);
    expect(await relayOutbox(send, soon)).toBe(0);
    expect((await outboxBacklog()).waiting).toBe(0);
  });

  // Lambdas scale out and a sweep runs beside them: claims must not overlap.
  it("shares the work between eight that run at once", async () => {
    await anEvent(1000);
    const { taken, send } = aBus();
    await Promise.all(Array.from({ length: 8 }, () => relayOutbox(send, soon)));
    expect(taken).toHaveLength(1000);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(1000);
  });

  // An event whose relay died with it in hand must not be gone.
  it("sends again what a relay claimed and died with", async () => {
    await anEvent(3);
    await db().execute(sql`update events set claimed_until = clock_timestamp() + interval '30 seconds'`);
    const { taken, send } = aBus();
    expect(await relayOutbox(send, soon)).toBe(0);
    await db().execute(sql`update events set claimed_until = clock_timestamp() - interval '1 second'`);
    expect(await relayOutbox(send, soon)).toBe(3);
    expect(taken).toHaveLength(3);
  });

  it("tries again what the bus refused in part, and stamps the rest", async () => {
    await anEvent(10);
    let calls = 0;
    const half = async (events: readonly Outgoing[]) => {
      calls++;
      return new Set(events.filter((_, index) => index % 2 === 0).map(({ id }) => id));
    };
    expect(await relayOutbox(half, soon)).toBe(5);
    expect(calls).toBe(1);
    expect((await outboxBacklog()).waiting).toBe(5);
    await db().execute(sql`update events set claimed_until = null`);
    const { taken, send } = aBus();
    expect(await relayOutbox(send, soon)).toBe(5);
    expect(taken).toHaveLength(5);
  });

  it("does not ask a dead bus in a circle, and loses nothing by it", async () => {
    await anEvent(600);
    let calls = 0;
    const dead = async () => {
      calls++;
      throw new Error("the bus is down");
    };
    expect(await relayOutbox(dead, soon)).toBe(0);
    expect(calls).toBe(1);
    expect((await outboxBacklog()).waiting).toBe(600);
  });

  it("sees how far behind it is by the database's clock", async () => {
    await anEvent(2);
    await db().execute(sql`update events set time = clock_timestamp() - interval '90 seconds'`);
    const { body } = await call(event.readBacklog, {});
    expect(body.waiting).toBe(2);
    expect(body.lagSeconds).toBeGreaterThan(89);
    expect(body.lagSeconds).toBeLessThan(120);
    const as = await aKey({ role: "manager" });
    expect(await call(event.readBacklog, {}, { as })).toMatchObject({ status: 403 });
  });
});

describe("putting events on the bus", () => {
  interface PutEntry {
    Source: string;
    DetailType: string;
    Detail: string;
    EventBusName: string;
  }
  let server: Server;
  let calls: PutEntry[][] = [];
  let answer: (entries: PutEntry[]) => { status: number; body: unknown };

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const entries: PutEntry[] = JSON.parse(Buffer.concat(chunks).toString()).Entries;
      calls.push(entries);
      const { status, body } = answer(entries);
      response.writeHead(status).end(JSON.stringify(body));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const address = server.address() as { port: number };
    process.env["AWS_ENDPOINT_URL"] = `http://127.0.0.1:${address.port}`;
    process.env["AWS_ACCESS_KEY_ID"] = "test";
    process.env["AWS_SECRET_ACCESS_KEY"] = "test";
    process.env["EVENT_BUS_NAME"] = "store-events";
  });
  afterAll(() => {
    server.close();
    delete process.env["AWS_ENDPOINT_URL"];
  });
  beforeEach(() => {
    calls = [];
    answer = (entries) => ({ status: 200, body: { Entries: entries.map(() => ({ EventId: "1" })) } });
  });

  it("sends tens, named and sourced", async () => {
    await anEvent(25);
    expect(await relayOutbox(putOnBus, soon)).toBe(25);
    expect(calls.map((entries) => entries.length).toSorted()).toEqual([10, 10, 5]);
    expect(calls[0]![0]).toMatchObject({
      Source: "quartermaster",
      DetailType: "product.created",
      EventBusName: "store-events",
    });
  });

  it("keeps a call below what EventBridge takes, and sends an event larger than that without its data", async () => {
    await anEvent(4, { description: "x".repeat(100_000) });
    await anEvent(1, { description: "x".repeat(400_000) });
    expect(await relayOutbox(putOnBus, soon)).toBe(5);
    for (const entries of calls) {
      expect(entries.reduce((bytes, { Detail }) => bytes + Detail.length, 0)).toBeLessThanOrEqual(240_000);
    }
    const omitted = calls
      .flat()
      .map(({ Detail }) => JSON.parse(Detail))
      .filter(({ dataOmitted }) => dataOmitted);
    expect(omitted).toHaveLength(1);
    expect(omitted[0]).toMatchObject({ name: "product.created", id: expect.stringMatching(/^evt_/) });
  });

  it("keeps exactly the entries that failed", async () => {
    await anEvent(10);
    answer = (entries) => ({
      status: 200,
      body: {
        FailedEntryCount: 1,
        Entries: entries.map((_, index) => (index === 3 ? { ErrorCode: "ThrottlingException" } : { EventId: "1" })),
      },
    });
    expect(await relayOutbox(putOnBus, soon)).toBe(9);
    expect((await outboxBacklog()).waiting).toBe(1);
  });

  it("keeps them all when the call is refused", async () => {
    await anEvent(3);
    answer = () => ({ status: 400, body: { __type: "AccessDeniedException" } });
    expect(await relayOutbox(putOnBus, soon)).toBe(0);
    expect((await outboxBacklog()).waiting).toBe(3);
  });

  // A change that has committed must never be reported as failed because a queue was away.
  it("shrugs when a poke reaches nobody", async () => {
    process.env["RELAY_QUEUE_URL"] = "http://127.0.0.1:1/relay";
    process.env["AWS_ENDPOINT_URL_SQS"] = "http://127.0.0.1:1";
    await expect(poke()).resolves.toBeUndefined();
    delete process.env["RELAY_QUEUE_URL"];
    delete process.env["AWS_ENDPOINT_URL_SQS"];
  });
});
