/** The metrics of the senders and their sweep about deliveries: alarms and dashboard rely on them alone. */
import type { SQSEvent } from "aws-lambda";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { db } from "#core/db/client";
import { handler as sweep } from "#functions/schedule/sweep-deliveries";
import { handler as sendFast } from "#functions/worker/send-deliveries";
import { anEndpoint, rowsOf, someDeliveries } from "../support/given/webhooks.ts";
import { invocation } from "../support/invocation.ts";
import { linesLogged } from "../support/logged.ts";
import { aReceiver } from "../support/receiver.ts";

const wakeUp = { Records: [{ messageId: "m", body: "{}" }] } as SQSEvent;

/** The metrics that some work emits, with their dimension. */
async function saidBy(work: () => Promise<unknown>): Promise<Record<string, unknown>> {
  process.env["METRICS_NAMESPACE"] = "test";
  onTestFinished(() => void delete process.env["METRICS_NAMESPACE"]);
  const lines = linesLogged();
  await work();
  return Object.assign({}, ...lines.filter((line) => "_aws" in line));
}

beforeEach(async () => {
  await db().$client`truncate webhook_deliveries`;
  await db().$client`delete from webhook_endpoints`;
});

describe("the senders", () => {
  // A receiver can be down for a day, and only its owner knows.
  it("report how many attempts arrived, how many did not, how many were the last, and how long each took", async () => {
    const receiver = await aReceiver();
    const good = await anEndpoint(`${receiver.url}/good`);
    await someDeliveries(3);
    const bad = await anEndpoint("http://127.0.0.1:1/");
    await someDeliveries(2);
    const [, last] = await rowsOf(bad.id);
    await db().$client`update webhook_deliveries set attempts = 11 where id = ${last!.id}`;
    expect(await rowsOf(good.id)).toHaveLength(5);

    const said = await saidBy(() => sendFast(wakeUp, invocation));
    expect(said).toMatchObject({ service: "deliveries", Delivered: 5, Failed: 2, Dead: 1 });
    expect(said["DeliveryTime"]).toHaveLength(7);
    expect((await rowsOf(bad.id)).map(({ status }) => status).toSorted()).toEqual(["dead", "pending"]);
  });

  it("report nothing if there was nothing to send", async () => {
    expect(await saidBy(() => sendFast(wakeUp, invocation))).toEqual({});
  });
});

describe("the sweep", () => {
  it("reports each minute how long the oldest delivery has been overdue, even if none is", async () => {
    expect(await saidBy(() => sweep({}, invocation))).toMatchObject({ DeliveriesOverdue: 0, SlowDeliveriesOverdue: 0 });
    const endpoint = await anEndpoint("http://127.0.0.1:1/");
    await someDeliveries(2);
    const [first] = await rowsOf(endpoint.id);
    await db().$client`
      update webhook_deliveries set next_attempt_at = now() - interval '7 minutes' where id = ${first!.id}`;
    const another = await anEndpoint("http://127.0.0.1:2/");
    await someDeliveries(1);
    await db().$client`
      update webhook_deliveries set next_attempt_at = now() - interval '1 minute' where endpoint_id = ${another.id}`;
    const said = await saidBy(() => sweep({}, invocation));
    expect(Number(said["DeliveriesOverdue"])).toBeGreaterThan(419);
    expect(Number(said["DeliveriesOverdue"])).toBeLessThan(480);
  });

  it("does not count rows that wait for their next attempt or for a disabled endpoint as overdue", async () => {
    const endpoint = await anEndpoint("http://127.0.0.1:1/");
    await someDeliveries(2);
    const [first, second] = await rowsOf(endpoint.id);
    await db().$client`
      update webhook_deliveries set next_attempt_at = now() + interval '5 minutes' where id in (${first!.id}, ${second!.id})`;
    const off = await anEndpoint("http://127.0.0.1:2/");
    await someDeliveries(1);
    await db()
      .$client`update webhook_deliveries set next_attempt_at = now() - interval '1 hour' where endpoint_id = ${off.id}`;
    await db().$client`update webhook_endpoints set active = false where id = ${off.id}`;
    await db()
      .$client`update webhook_deliveries set next_attempt_at = now() + interval '5 minutes' where endpoint_id = ${endpoint.id}`;
    expect(await saidBy(() => sweep({}, invocation))).toMatchObject({ DeliveriesOverdue: 0 });
  });
});

// On one machine no one reads them, and they would clutter the log lines that people do read.
it("nothing is reported without a namespace for it", async () => {
  const lines = linesLogged();
  await sweep({}, invocation);
  expect(lines.filter((line) => "_aws" in line)).toEqual([]);
});
