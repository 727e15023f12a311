import Stripe from "stripe";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as doctor from "#core/contract/doctor";
import * as webhook from "#core/contract/webhook";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { deliveryLease } from "#core/webhook/delivery-lease";
import { handler as sweepDeliveries } from "#functions/schedule/sweep-deliveries";
import { call } from "../support/call.ts";
import { nothingChanged } from "../support/given/orders.ts";
import { anEndpoint, rowsOf, send, someDeliveries, timePasses } from "../support/given/webhooks.ts";
import { invocation, scheduled } from "../support/invocation.ts";
import { answer, aReceiver } from "../support/receiver.ts";

const signature = new Stripe("sk_test_unused").webhooks.signature!;

beforeEach(async () => {
  await db().$client`delete from webhook_endpoints`;
});

const audited = (subjectId: string) =>
  db().$client`select action, before, after from audit where subject_id = ${subjectId} order by id`;

async function aDeadDelivery() {
  const receiver = await aReceiver(answer(500));
  const endpoint = await anEndpoint(receiver.url);
  await someDeliveries(1);
  await db().$client`update webhook_deliveries set attempts = 11 where endpoint_id = ${endpoint.id}`;
  await send();
  const [row] = await rowsOf(endpoint.id);
  expect(row).toMatchObject({ status: "dead", attempts: 12 });
  return { receiver, endpoint, id: row!.id };
}

describe("webhook.retryDelivery", () => {
  it("refuses a pending or delivered one, and changes nothing", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    const [before] = await rowsOf(endpoint.id);
    for (const status of ["pending", "delivered"]) {
      expect(await call(webhook.retryDelivery, { id: before!.id })).toMatchObject({
        status: 409,
        body: { error: { code: "webhook.notDead", detail: { status } } },
      });
      if (status === "pending") await send();
    }
    expect(receiver.received).toHaveLength(1);
    expect(await audited(before!.id)).toEqual([]);
    expect(await call(webhook.retryDelivery, { id: "whd_00000000000000000000000000" })).toMatchObject({ status: 404 });
  });

  it("succeeds once of two at the same time; the delivery has all its attempts again and keeps its history", async () => {
    const { receiver, endpoint, id } = await aDeadDelivery();
    const answers = await Promise.all([call(webhook.retryDelivery, { id }), call(webhook.retryDelivery, { id })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 200)!.body).toMatchObject({ status: "pending", attempts: 0 });
    receiver.behave = answer(200);
    await send();
    expect(await rowsOf(endpoint.id)).toMatchObject([
      { status: "delivered", attempts: 1, history: [{ status: 500 }, { status: 200 }] },
    ]);
    expect(await audited(id)).toMatchObject([
      {
        action: "webhook.retryDelivery",
        before: { status: "dead", attempts: 12 },
        after: { status: "pending", attempts: 0 },
      },
    ]);
  });

  it("keeps the last 24 attempts, however often it is retried", async () => {
    const { endpoint, id } = await aDeadDelivery();
    await db().$client`
      update webhook_deliveries set history = (select jsonb_agg(jsonb_build_object('at', now(), 'status', n, 'error', null, 'ms', 1) order by n) from generate_series(1, 24) n)
      where id = ${id}`;
    await call(webhook.retryDelivery, { id });
    await send();
    const [row] = await rowsOf(endpoint.id);
    expect(row!.history).toHaveLength(24);
    expect(row!.history[0]!.status).toBe(2);
    expect(row!.history.at(-1)).toMatchObject({ status: 500, error: "http_500" });
  });
});

describe("webhook.rotateSecret", () => {
  it("signs requests in flight with the old secret and later ones with the new one", async () => {
    const receiver = await aReceiver((socket, request, nth) => {
      if (nth > 1) answer(200)(socket, request, nth);
    });
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    const sending = send();
    await receiver.has(1);
    const { body: rotated } = await call(webhook.rotateSecret, { id: endpoint.id });
    expect(rotated.secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(rotated.secretLast4).toBe(rotated.secret.slice(-4));
    answer(500)(receiver.sockets()[0]!, receiver.received[0]!, 1);
    await sending;
    await timePasses();
    await send();
    const [first, second] = receiver.received;
    const valid = (request: typeof first, secret: string) =>
      signature.verifyHeader(request!.body.toString(), request!.headers["x-service-signature"]!, secret);
    expect(valid(first, endpoint.secret)).toBe(true);
    expect(valid(second, rotated.secret)).toBe(true);
    expect(() => valid(second, endpoint.secret)).toThrow();
  });
});

describe("webhook.editEndpoint", () => {
  it("an inactive endpoint's rows wait, and are sent when it is active again", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(2);
    expect(await call(webhook.editEndpoint, { id: endpoint.id, active: false })).toMatchObject({
      status: 200,
      body: { active: false },
    });
    expect(await send()).toMatchObject({ delivered: 0, failed: 0 });
    await someDeliveries(1);
    expect((await rowsOf(endpoint.id)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ["pending", 0],
      ["pending", 0],
    ]);
    await call(webhook.editEndpoint, { id: endpoint.id, active: true });
    expect(await send()).toMatchObject({ delivered: 2 });
    expect(await audited(endpoint.id)).toMatchObject([
      { action: "webhook.createEndpoint", before: null, after: { active: true } },
      { action: "webhook.editEndpoint", before: { active: true }, after: { active: false } },
      { action: "webhook.editEndpoint", before: { active: false }, after: { active: true } },
    ]);
  });

  it("pending rows are sent to the URL that is current when they are sent", async () => {
    const [old, current] = [await aReceiver(answer(500)), await aReceiver()];
    const endpoint = await anEndpoint(old.url);
    await someDeliveries(1);
    await send();
    await call(webhook.editEndpoint, { id: endpoint.id, url: current.url });
    await timePasses();
    await send();
    expect([old.received.length, current.received.length]).toEqual([1, 1]);
  });

  it("writes nothing, not even into the audit, if nothing changes", async () => {
    const { id, url } = await anEndpoint("https://store:hidden@receiver.test/", { events: ["order.paid", "cart.*"] });
    const shown = (await call(webhook.readEndpoint, { id })).body;
    await nothingChanged(async () => {
      for (const said of [{}, { url }, { url: shown.url, events: shown.events, active: true }]) {
        const { warnings, ...body } = (await call(webhook.editEndpoint, { id, ...said })).body;
        expect(body).toEqual(shown);
        expect(warnings).toHaveLength(1);
      }
    });
    await call(webhook.editEndpoint, { id, url: "https://store:another@receiver.test/" });
    expect(await audited(id)).toMatchObject([{ action: "webhook.createEndpoint" }, { action: "webhook.editEndpoint" }]);
  });

  it("refuses an unknown endpoint and unknown events", async () => {
    expect(await call(webhook.editEndpoint, { id: "whe_00000000000000000000000000", active: true })).toMatchObject({
      status: 404,
    });
    const { id } = await anEndpoint("http://127.0.0.1:9/");
    for (const events of [["customer.created"], ["order"], ["order.pa*"], ["stock.*"], ["**"], [".*"], []]) {
      expect(await call(webhook.editEndpoint, { id, events })).toMatchObject({
        status: 400,
        body: { error: { code: "request.invalid" } },
      });
    }
    const { body } = await call(webhook.editEndpoint, { id, events: ["cart.*", "order.paid", "cart.*"] });
    const { warnings, ...shown } = body;
    expect(shown.events).toEqual(["cart.*", "order.paid"]);
    expect(warnings).toMatchObject([expect.stringContaining("cart.abandoned")]);
    expect((await call(webhook.readEndpoint, { id })).body).toEqual(shown);
  });

  it("changes no other endpoint, nor does a new secret", async () => {
    const [one, other] = [await anEndpoint("http://127.0.0.1:9/"), await anEndpoint("http://127.0.0.1:10/")];
    const before = (await call(webhook.readEndpoint, { id: other.id })).body;
    await call(webhook.editEndpoint, { id: one.id, url: "http://127.0.0.1:11/", events: ["cart.*"], active: false });
    await call(webhook.rotateSecret, { id: one.id });
    expect((await call(webhook.readEndpoint, { id: other.id })).body).toEqual(before);
  });
});

describe("webhook.removeEndpoint", () => {
  it("removes its deliveries, without errors for those in flight", async () => {
    const receiver = await aReceiver(() => {});
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(3);
    const sending = send();
    await receiver.has(3);
    expect(await call(webhook.removeEndpoint, { id: endpoint.id })).toMatchObject({ status: 200 });
    for (const socket of receiver.sockets()) answer(200)(socket, receiver.received[0]!, 1);
    expect(await sending).toMatchObject({ delivered: 3 });
    expect(await rowsOf(endpoint.id)).toEqual([]);
    expect((await call(webhook.listDeliveries, { endpointId: endpoint.id })).body.items).toEqual([]);
    expect(await call(webhook.removeEndpoint, { id: endpoint.id })).toMatchObject({ status: 404 });
    expect(await audited(endpoint.id)).toMatchObject([
      {},
      { action: "webhook.removeEndpoint", before: { url: receiver.url }, after: null },
    ]);
  });

  it("leaves the deliveries of the same events to another endpoint", async () => {
    const [one, other] = [await anEndpoint("http://127.0.0.1:9/"), await anEndpoint("http://127.0.0.1:10/")];
    await someDeliveries(2);
    await call(webhook.removeEndpoint, { id: one.id });
    expect([(await rowsOf(one.id)).length, (await rowsOf(other.id)).length]).toEqual([0, 2]);
  });

  // All in one transaction: with a million, it held its locks for longer than a request may take.
  it("removes many deliveries in batches, and is gone at once", async () => {
    const { id } = await anEndpoint("http://127.0.0.1:9/", { events: ["*"] });
    const stem = newId("event").slice("evt_".length, 14);
    await db().$client`
      insert into webhook_deliveries (id, endpoint_id, event_id, event_name, status)
      select 'whd_' || part, ${id}, 'evt_' || part, 'product.created', 'dead'
      from generate_series(1, 12000) n cross join lateral (select ${stem}::text || lpad(n::text, 16, '0') as part) as given`;
    expect(await call(webhook.removeEndpoint, { id })).toMatchObject({ status: 200 });
    expect(await rowsOf(id)).toHaveLength(7_000);
    // They were listed until the sweep, and could be sent again.
    const [left] = await db().$client<{ eventId: `evt_${string}`; deliveryId: `whd_${string}` }[]>`
      insert into events (id, name, subject_type, subject_id, change_id, body, time, fanned_out_at)
      select event_id, event_name, 'product', 'prd_x', 'chg_x', '{}', now(), now() from webhook_deliveries
      where endpoint_id = ${id} limit 1
      returning id as "eventId", (select d.id from webhook_deliveries d where d.event_id = events.id) as "deliveryId"`;
    for (const filter of [{}, { endpointId: id }, { eventId: left!.eventId }, { status: "dead" }] as const) {
      const { items } = (await call(webhook.listDeliveries, filter)).body;
      expect(items.filter(({ endpointId }) => endpointId === id)).toEqual([]);
    }
    expect(await call(webhook.retryDelivery, { id: left!.deliveryId })).toMatchObject({ status: 404 });
    for (const op of [webhook.readEndpoint, webhook.editEndpoint, webhook.removeEndpoint] as const)
      expect(await call(op, { id })).toMatchObject({ status: 404 });
    const listed = (await call(webhook.listEndpoints, {})).body.items;
    expect(listed.filter((endpoint) => endpoint.id === id)).toEqual([]);
    const { checks } = (await call(doctor.examine, {})).body;
    expect(checks.find(({ name }) => name === "deliveries")).toMatchObject({ status: "ok" });
    await someDeliveries(1);
    expect(await rowsOf(id)).toHaveLength(7_000);
    await sweepDeliveries(scheduled, invocation);
    expect(await rowsOf(id)).toEqual([]);
    expect(await db().execute(sql`select from webhook_endpoints where id = ${id}`)).toEqual([]);
  });

  it("removing while senders record and claim causes no error", async () => {
    const endpoint = await anEndpoint("http://127.0.0.1:9/");
    await someDeliveries(50);
    const rows = await deliveryLease.claim([{ endpointId: endpoint.id, turn: "first", most: 40 }]);
    const outcomes = rows.map((of) => ({ of, status: 200, error: null, ms: 1 }));
    await Promise.all([
      deliveryLease.record(outcomes.toReversed()),
      call(webhook.removeEndpoint, { id: endpoint.id }),
      send(),
    ]);
    expect(await rowsOf(endpoint.id)).toEqual([]);
  });
});

describe("the secret", () => {
  it("is in the answer of create and rotate, and in no log, list, error, audit or table", async () => {
    const lines: string[] = [];
    for (const way of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, way).mockImplementation((...text) => void lines.push(text.join(" ")));
    const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
    const receiver = await aReceiver(answer(500));
    const { body: made } = await call(
      webhook.createEndpoint,
      { url: receiver.url, events: ["order.*"] },
      { headers: { "idempotency-key": "once" } },
    );
    const { body: again } = await call(
      webhook.createEndpoint,
      { url: receiver.url, events: ["order.*"] },
      { headers: { "idempotency-key": "once" } },
    );
    expect(again.secret).toBe(made.secret);
    const { body: rotated } = await call(
      webhook.rotateSecret,
      { id: made.id },
      { headers: { "idempotency-key": "twice" } },
    );
    await someDeliveries(1);
    await send();
    const answers = [
      await call(webhook.readEndpoint, { id: made.id }),
      await call(webhook.listEndpoints, {}),
      await call(webhook.editEndpoint, { id: made.id, active: true }),
      await call(webhook.listDeliveries, {}),
    ];
    vi.restoreAllMocks();
    out.mockRestore();
    const tables = await db().$client`
      select (select json_agg(t) from webhook_endpoints t)::text || (select json_agg(t) from webhook_deliveries t)::text
        || (select json_agg(t) from audit t)::text || (select json_agg(t) from idempotency t)::text || (select json_agg(t) from events t)::text as everything`;
    const seen = [
      JSON.stringify(answers),
      lines.join("\n"),
      String(tables[0]!["everything"]),
      JSON.stringify(receiver.received.map(({ headers }) => headers)),
    ];
    for (const secret of [made.secret, rotated.secret]) {
      for (const text of seen) expect(text).not.toContain(secret.slice("whsec_".length, -4));
    }
    expect(answers[0]!.body).toMatchObject({ secretLast4: rotated.secret.slice(-4) });
  });

  // Users who may see endpoints could read the receiver's credentials there, and so could readers of the audit or a
  // log.
  it("a password in an endpoint's URL is sent to the receiver, and shown to no one", async () => {
    const lines: string[] = [];
    const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
    const receiver = await aReceiver(answer(500));
    const at = (password: string) => receiver.url.replace("//", `//user:${password}@`);
    const made = await call(webhook.createEndpoint, { url: at("hunter2"), events: ["order.*"] });
    const { id } = made.body;
    const answers: unknown[] = [
      made,
      await call(webhook.editEndpoint, { id, url: at("hunter3") }),
      await call(webhook.readEndpoint, { id }),
      await call(webhook.listEndpoints, {}),
      await call(webhook.rotateSecret, { id }),
    ];
    await someDeliveries(1);
    await db().$client`update webhook_deliveries set attempts = 11`;
    await send();
    answers.push(await call(webhook.listDeliveries, {}), await call(doctor.examine, {}));
    await call(webhook.removeEndpoint, { id });
    out.mockRestore();

    const seen = [JSON.stringify(answers), lines.join(), JSON.stringify(await audited(id))];
    for (const text of seen) expect(text).not.toMatch(/hunter/);
    expect(made.body.url).toBe(at("***"));
    expect(JSON.stringify(answers.at(-1))).toContain("//***@");
    const basic = `Basic ${Buffer.from("user:hunter3").toString("base64")}`;
    expect(receiver.received.map(({ headers }) => headers["authorization"])).toEqual([basic]);
  });

  it("keeps the password of a URL that is sent back as it was shown, and sends it nowhere else", async () => {
    const receiver = await aReceiver();
    const { id, url } = await anEndpoint(receiver.url.replace("//", "//user:p%40ss@"));
    const edit = (to: string) => call(webhook.editEndpoint, { id, url: to });
    const invalid = { status: 400, body: { error: { detail: { issues: [{ path: "url" }] } } } };
    expect(await edit(`${url}/other`)).toMatchObject({ status: 200, body: { url: `${url}/other` } });
    for (const elsewhere of [
      "https://user:***@evil.test/",
      url.replace("user", "other"),
      url.replace("http", "https"),
    ]) {
      expect(await edit(elsewhere)).toMatchObject(invalid);
    }
    expect(await call(webhook.createEndpoint, { url, events: ["order.*"] })).toMatchObject(invalid);
    await someDeliveries(1);
    await send();
    const basic = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;
    expect(receiver.received.map(({ headers, path }) => [headers["authorization"], path])).toEqual([
      [basic, "/hook/other"],
    ]);
  });

  it("a standard Stripe-style verifier accepts our header: empty data, UTF-8, 64 KB", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    for (const data of [{}, { note: 'Zażółć gęślą jaźń 東京 🚚 \u2028"\\' }, { note: "ü".repeat(32_768) }])
      await someDeliveries(1, "order.paid", data);
    await send();
    expect(receiver.received).toHaveLength(3);
    for (const { body, headers } of receiver.received) {
      expect(signature.verifyHeader(body, headers["x-service-signature"]!, endpoint.secret, 300)).toBe(true);
      expect(() => signature.verifyHeader(`${body} `, headers["x-service-signature"]!, endpoint.secret, 300)).toThrow();
    }
  });
});
