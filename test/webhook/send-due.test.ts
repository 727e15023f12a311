import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import * as webhook from "#core/contract/webhook";
import { call } from "../support/call.ts";
import { anEndpoint, rowsOf, send, someDeliveries } from "../support/given/webhooks.ts";
import { aReceiver } from "../support/receiver.ts";

const stripe = new Stripe("sk_test_unused");

describe("the claim loop", () => {
  it("delivers an event, signed, with the body of the outbox byte for byte", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    const [eventId] = await someDeliveries(1, "order.paid", { note: "Grüße, 東京 🚚" });

    expect(await send()).toMatchObject({ delivered: 1, failed: 0 });

    const [got] = receiver.received;
    const { body } = await call(webhook.listDeliveries, { endpointId: endpoint.id });
    const [delivery] = body.items;
    expect(delivery).toMatchObject({ eventId, status: "delivered", attempts: 1, lastStatus: 200, lastError: null });
    expect(delivery!.history).toMatchObject([{ status: 200, error: null }]);
    expect(got!.body.toString()).toBe(delivery!.body);
    expect(got!.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Quartermaster-Webhooks/1",
      "x-service-event": "order.paid",
      "x-service-delivery": delivery!.id,
    });
    expect(() =>
      stripe.webhooks.constructEvent(got!.body, got!.headers["x-service-signature"]!, endpoint.secret),
    ).not.toThrow();
    const { body: after } = await call(webhook.readEndpoint, { id: endpoint.id });
    expect(after.health).toMatchObject({ failuresInARow: 0, pending: 0, dead: 0 });
    expect(after.health.lastSuccessAt).not.toBeNull();
  });

  it("sends a hundred rows to five endpoints, each once", async () => {
    const receiver = await aReceiver();
    const endpoints = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => anEndpoint(`${receiver.url}/${n}`, { events: ["cart.*"] })),
    );
    await someDeliveries(20, "cart.abandoned");
    expect(await send()).toMatchObject({ delivered: 100, failed: 0 });
    expect(receiver.received).toHaveLength(100);
    for (const { id } of endpoints)
      expect((await rowsOf(id)).map(({ status }) => status)).toEqual(Array(20).fill("delivered"));
  });
});
