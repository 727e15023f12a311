import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { plainAddress } from "#core/contract/kit/patterns";
import { patterns } from "#core/contract/values/events";
import * as webhook from "#core/contract/webhook";
import { db } from "#core/db/client";
import { open } from "#core/secret";
import { call } from "../support/call.ts";
import { noSuchCursor } from "../support/cursor.ts";
import { aKey } from "../support/given/given.ts";
import { anEndpoint, send, someDeliveries, timePasses } from "../support/given/webhooks.ts";
import { answer, aReceiver } from "../support/receiver.ts";

beforeEach(async () => {
  await db().$client`delete from webhook_endpoints`;
});

const url = "https://receiver.test/hook";

describe("webhook.createEndpoint", () => {
  it("returns the endpoint and its secret, once, and stores the secret encrypted for this row alone", async () => {
    const { status, body } = await call(webhook.createEndpoint, { url, events: ["order.paid"] });
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(body).toMatchObject({
      url,
      events: ["order.paid"],
      active: true,
      secretLast4: body.secret.slice(-4),
      health: { lastSuccessAt: null, failuresInARow: 0, pending: 0, dead: 0 },
      warnings: [],
    });
    const [row] = await db().$client`select secret from webhook_endpoints where id = ${body.id}`;
    expect(open(row!["secret"], body.id)).toBe(body.secret);
    expect(() => open(row!["secret"], "whe_00000000000000000000000000")).toThrow();
    const { secret, warnings, ...endpoint } = body;
    expect((await call(webhook.readEndpoint, { id: body.id })).body).toEqual(endpoint);
    expect((await call(webhook.listEndpoints, {})).body.items).toEqual([endpoint]);
  });

  it("accepts every known pattern, and warns if a cart's token and an email address would be sent", async () => {
    for (const pattern of patterns) {
      const { status, body } = await call(webhook.createEndpoint, { url, events: [pattern] });
      expect(status).toBe(201);
      expect(body.warnings).toHaveLength(["*", "cart.*", "cart.abandoned"].includes(pattern) ? 1 : 0);
    }
  });

  it("accepts plain HTTP and private addresses, since a store may send to its own network", async () => {
    const internal = [
      "http://10.0.0.1/",
      "http://localhost:54321/x",
      "http://[fd00::1]:8080/",
      "http://a",
      "http://u:p@my_app/",
    ];
    for (const address of internal) {
      expect((await call(webhook.createEndpoint, { url: address, events: ["*"] })).status).toBe(201);
      // Generated clients check the document's pattern before they send anything.
      expect(address).toMatch(plainAddress);
    }
  });

  it.each([
    { url, events: ["customer.created"] },
    { url, events: ["inventory.*"] },
    { url, events: ["order.pai"] },
    { url, events: [] },
    { url, events: ["*"], secret: "mine" },
    { url: "ftp://host/", events: ["*"] },
    { url: "/relative", events: ["*"] },
    { url: "http:///no-host", events: ["*"] },
    { url: `http://h/${"x".repeat(2_000)}`, events: ["*"] },
    { url: "http://a\u0000b/", events: ["*"] },
  ])("refuses %j", async (input) => {
    const answered = await call(webhook.createEndpoint, input);
    expect(answered).toMatchObject({ status: 400, body: { error: { code: "request.invalid" } } });
    expect(await db().$client`select 1 from webhook_endpoints`).toEqual([]);
  });

  it("is for owners only until granted; the static token may, too", async () => {
    for (const role of ["manager", "staff"] as const) {
      const as = await aKey({ role });
      expect(await call(webhook.createEndpoint, { url, events: ["*"] }, { as })).toMatchObject({
        status: 403,
        body: { error: { code: "right.missing", detail: { right: "webhooks.write" } } },
      });
      expect(await call(webhook.listDeliveries, {}, { as })).toMatchObject({
        status: 403,
        body: { error: { detail: { right: "webhooks.read" } } },
      });
    }
    process.env["ADMIN_TOKEN"] = "static-token-of-the-operators-own";
    onTestFinished(() => void delete process.env["ADMIN_TOKEN"]);
    expect(
      (await call(webhook.createEndpoint, { url, events: ["*"] }, { as: process.env["ADMIN_TOKEN"] })).status,
    ).toBe(201);
  });
});

describe("an endpoint's health", () => {
  it("shows its last success, its failures since, and how many deliveries wait or are dead", async () => {
    const receiver = await aReceiver();
    const { id } = await anEndpoint(receiver.url);
    const health = async () => (await call(webhook.readEndpoint, { id })).body.health;
    await someDeliveries(1);
    expect(await health()).toMatchObject({ pending: 1, dead: 0, lastSuccessAt: null });
    await send();
    const { lastSuccessAt } = await health();
    expect(Math.abs(Date.parse(lastSuccessAt!) - Date.now())).toBeLessThan(60_000);
    receiver.behave = answer(500);
    await someDeliveries(3);
    await send();
    expect(await health()).toEqual({ lastSuccessAt, failuresInARow: 3, pending: 3, dead: 0 });
    await db().$client`update webhook_deliveries set attempts = 11 where status = 'pending'`;
    await timePasses();
    await send();
    expect(await health()).toEqual({ lastSuccessAt, failuresInARow: 6, pending: 0, dead: 3 });
    receiver.behave = answer(200);
    await someDeliveries(1);
    await send({ lane: "slow" });
    expect(await health()).toMatchObject({ failuresInARow: 0, pending: 0, dead: 3 });
  });

  it("is counted up to a thousand", async () => {
    const { id } = await anEndpoint("http://127.0.0.1:9/");
    await someDeliveries(1_050);
    expect((await call(webhook.readEndpoint, { id })).body.health).toMatchObject({ pending: 1_000 });
  });
});

describe("webhook.listEndpoints", () => {
  it("returns pages, newest first", async () => {
    const made: string[] = [];
    for (let nth = 0; nth < 5; nth++) made.unshift((await anEndpoint(`${url}/${nth}`)).id);
    const first = await call(webhook.listEndpoints, { limit: 2 });
    const second = await call(webhook.listEndpoints, { limit: 3, cursor: first.body.nextCursor! });
    expect([...first.body.items, ...second.body.items].map(({ id }) => id)).toEqual(made);
    expect(second.body.nextCursor).toBeNull();
    expect(await call(webhook.listEndpoints, { cursor: "nonsense" })).toMatchObject(noSuchCursor);
  });
});
