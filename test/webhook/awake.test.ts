/**
 * A wake-up is a send, a receive, a delete and a start of a sender: where each costs money, no sender is woken while
 * one is awake.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { db } from "#core/db/client";
import { queues } from "#functions/wiring";
import { handler as sendFast } from "#functions/worker/send-deliveries";
import { makeQueue } from "#local/cloud/cloud";
import { embedQueues } from "#local/cloud/embedded-queues";
import { anEndpoint, rowsOf, send, someDeliveries } from "../support/given/webhooks.ts";
import { invocation } from "../support/invocation.ts";
import { countIn, purge } from "../support/queues.ts";
import { answer, aReceiver, type Receiver } from "../support/receiver.ts";
import { aFullSender, fannedOut, wakeUp } from "../support/subscribed.ts";

let stopQueues: () => Promise<void>;
beforeAll(async () => {
  stopQueues = await embedQueues();
  for (const queue of queues.filter(({ name }) => name.endsWith("deliveries")))
    process.env[queue.variable] = await makeQueue(queue);
});
afterAll(() => stopQueues());
beforeEach(async () => {
  process.env["WEBHOOK_PACE"] = "economical";
  await db().$client`truncate webhook_deliveries, webhook_senders`;
  await db().$client`delete from webhook_endpoints`;
  await purge(process.env["DELIVERIES_QUEUE_URL"]!);
});

const wakeUps = () => countIn(process.env["DELIVERIES_QUEUE_URL"]!, "");

/** A sender busy with a first delivery that lasts until `let go`; everything else is answered at once. */
async function atWork(): Promise<Receiver & { readonly letGo: () => void; readonly ended: Promise<unknown> }> {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const receiver = await aReceiver(async (socket, request, nth) => {
    if (nth === 1) await gone;
    answer(200)(socket, request, nth);
  });
  await anEndpoint(receiver.url);
  await fannedOut(1);
  await purge(process.env["DELIVERIES_QUEUE_URL"]!);
  const ended = sendFast(wakeUp, invocation);
  await receiver.has(1);
  await expect.poll(() => db().$client`select from webhook_senders where until > clock_timestamp()`).toHaveLength(1);
  return { ...receiver, letGo, ended };
}

/**
 * On a busy machine a sender may not look again within the two seconds that its record is valid, or have no room: others
 * are then woken, as they should be.
 */
async function recordsStayValid(): Promise<void> {
  await db()
    .$client.unsafe(`
    create function stays() returns trigger language plpgsql as $$ begin
      new.until = clock_timestamp() + interval '1 hour';
      return new;
    end $$;
    create trigger stays before insert or update on webhook_senders for each row execute function stays();
    update webhook_senders set until = until`)
    .simple();
  onTestFinished(async () => void (await db().$client.unsafe("drop function stays cascade").simple()));
}

describe("while a sender is at work", () => {
  // At twenty events a second they piled up, hundreds in half a minute, each starting a sender that finds nothing.
  it("new rows are sent without a single wake-up, however many", async () => {
    const receiver = await atWork();
    await recordsStayValid();
    await fannedOut(60);
    expect(await wakeUps()).toBe(0);
    await receiver.has(61);
    receiver.letGo();
    await receiver.ended;
    expect(receiver.received).toHaveLength(61);
    expect(await db().$client`select from webhook_deliveries where status <> 'delivered'`).toHaveLength(0);
  });

  it("withdraws its record before it ends, and later rows wake a sender again", async () => {
    const receiver = await atWork();
    receiver.letGo();
    await receiver.ended;
    expect(await db().$client`select from webhook_senders`).toHaveLength(0);
    await fannedOut(1);
    expect(await wakeUps()).toBe(1);
  });

  // Between its last look and its end no one else would look.
  it("a row that was written while its record was valid is sent by it", async () => {
    const receiver = await atWork();
    // Written after its last look and before its record is withdrawn.
    await db()
      .$client.unsafe(`
      create function comes() returns trigger language plpgsql as $$ begin
        update webhook_deliveries set status = 'pending', delivered_at = null, attempts = 0, again = false, next_attempt_at = now();
        return old;
      end $$;
      create trigger comes before delete on webhook_senders for each row execute function comes()`)
      .simple();
    receiver.letGo();
    await receiver.has(2);
    await db().$client.unsafe("drop function comes cascade").simple();
    await receiver.ended;
    expect(await db().$client`select from webhook_deliveries where status = 'pending'`).toHaveLength(0);
  });
});

describe("a sender's record", () => {
  it("is ignored two seconds after the sender died", async () => {
    const { id } = await anEndpoint("http://127.0.0.1:9/");
    await db().$client`
      insert into webhook_senders (id, lane, until) values (gen_random_uuid(), 'fast', clock_timestamp() - interval '1 millisecond')`;
    await fannedOut(1);
    expect(await rowsOf(id)).toHaveLength(1);
    expect(await wakeUps()).toBe(1);
  });

  it("applies to its own lane", async () => {
    await anEndpoint("http://127.0.0.1:9/");
    await db().$client`
      insert into webhook_senders (id, lane, until) values (gen_random_uuid(), 'slow', clock_timestamp() + interval '1 minute')`;
    await fannedOut(1);
    expect(await wakeUps()).toBe(1);
  });

  it("is not made while all of an endpoint's slots are taken: others are woken to help", async () => {
    const { letGo } = await aFullSender();
    await purge(process.env["DELIVERIES_QUEUE_URL"]!);
    await db().$client`delete from webhook_senders`;
    await fannedOut(1);
    expect(await wakeUps()).toBe(1);
    await letGo();
  });

  it("is not made then for what was sent to another endpoint either", async () => {
    const [slow, quick] = [await aReceiver(() => {}), await aReceiver()];
    await anEndpoint(slow.url, { events: ["order.paid"] });
    await anEndpoint(quick.url, { events: ["order.cancelled"] });
    await someDeliveries(100, "order.paid");
    let announced = 0;
    const announce = async () => void announced++;
    const ended = send({ awake: { announce, withdraw: async () => {} } });
    await slow.has(10);
    const before = announced;
    for (let nth = 1; nth <= 5; nth++) {
      await someDeliveries(1, "order.cancelled");
      await quick.has(nth);
    }
    expect(announced - before).toBe(0);
    slow.behave = answer(200);
    for (const socket of slow.sockets()) socket.destroy();
    await ended;
  });

  it("is neither made nor read where wake-ups cost nothing", async () => {
    delete process.env["WEBHOOK_PACE"];
    await anEndpoint("http://127.0.0.1:9/");
    await db().$client`
      insert into webhook_senders (id, lane, until) values (gen_random_uuid(), 'fast', clock_timestamp() + interval '1 minute')`;
    await fannedOut(1);
    expect(await wakeUps()).toBe(1);
  });
});
