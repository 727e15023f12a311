/**
 * The database crashes while a gateway is being asked, and recovers: what the gateway has done is recorded by the same
 * worker.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import * as order from "#core/contract/order";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { testKey, testWebhookSecret } from "../provider/fakes/test.ts";
import { call } from "../support/call.ts";
import { aGateway, makeCalls, orderNow, paidThrough } from "../support/given/gateways.ts";
import { inAServerOfItsOwn } from "../support/own-server.ts";

inAServerOfItsOwn();

/** A server in front of another one. `between` runs when that one has answered, before the answer is passed on. */
async function inFrontOf(origin: string, between: () => Promise<void>): Promise<string> {
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const passedOn = { authorization: headers.authorization!, "idempotency-key": String(headers["idempotency-key"]) };
    const answer = await fetch(`${origin}${url}`, { method, headers: passedOn, body: await text(request) });
    await between();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // of a server that listens on a port
}

/** The server's own answer to a process of it that is killed: it cuts everybody off, and recovers from its log. */
async function crash(): Promise<void> {
  const [one] = await db().execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  process.kill(one!.pid, "SIGKILL");
}

// The refund was asked for again two minutes later; where nothing can be repeated or looked up, as for labels of some
// carriers, a person had to find out what had happened.
it("records the outcome once the database is back", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  const address = `${await inFrontOf(fake.origin, crash)}/api/test-gateway`;
  const settings = { address, key: testKey, webhookSecret: testWebhookSecret };
  expect((await call(provider.configure, { code: "test", settings })).status).toBe(200);
  await call(order.refund, { id: made.id, amountMinor: 500 });
  await makeCalls();
  expect(fake.refunds).toHaveLength(1);
  expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }] });
});
