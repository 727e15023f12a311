/** The database has no connection left (53300) between the request to a sender and the recording of its answer. */
import { beforeAll, expect, it } from "vitest";
import * as message from "#core/contract/message";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { writeWaiting } from "#core/message/write/write-waiting";
import { within } from "#core/time-left";
import { handler as sendHandler } from "#functions/worker/send-messages";
import { twilioAccount } from "../sender/fakes/twilio.ts";
import { call } from "../support/call.ts";
import { messagesDueNow } from "../support/given/mail.ts";
import { anOrder, shipped } from "../support/given/orders.ts";
import { invocation } from "../support/invocation.ts";
import { hasFewConnections, inAServerOfItsOwn, outcomeRefused, takesAllConnections } from "../support/own-server.ts";
import { answer, aReceiver } from "../support/receiver.ts";

const own = inAServerOfItsOwn();
beforeAll(() => hasFewConnections(own));

const sending = () => sendHandler({ Records: [{ messageId: "1", body: "{}" }] } as never, invocation); // it reads nothing else
const theSms = async () => (await call(message.list, { channel: "sms" })).body.items[0]!;

async function anSmsWaits(server: string): Promise<void> {
  await db().execute(sql`delete from messages`);
  await call(provider.configure, { code: "twilio", settings: { ...twilioAccount, server } });
  const made = await anOrder({ paid: true, phone: "+919876543210" });
  await db().execute(sql`update events set unwritten = false`);
  await shipped(made, 1);
  await writeWaiting(within(60_000));
  await db().execute(sql`delete from messages where channel <> 'sms'`);
}

const [yes, optedOut] = [
  answer(201, { body: JSON.stringify({ sid: "SM1", status: "queued", error_code: null }) }),
  answer(400, { body: JSON.stringify({ code: 21610, message: "Attempt to send to unsubscribed recipient" }) }),
];

it.each([
  ["acceptance", yes, "sent", []],
  ["refusal, with the number that has opted out,", optedOut, "rejected", [{ why: "optedOut" }]],
] as const)(
  "the sender's %s is recorded once a connection is free, and the SMS is not sent twice",
  {
    timeout: 60_000,
  },
  async (_, says, status, blocked) => {
    const twilio = await aReceiver(() => {});
    await anSmsWaits(twilio.url.replace("/hook", ""));
    await db().execute(sql`delete from suppressions`);
    const sent = sending();
    await twilio.has(1);
    const free = await takesAllConnections();
    const refused = outcomeRefused();
    says(twilio.sockets()[0]!, twilio.received[0]!, 1);
    await refused;
    await free();
    await sent;
    expect(await theSms()).toMatchObject({ status });
    expect((await call(message.listSuppressions, {})).body.items).toMatchObject(blocked);
    await messagesDueNow();
    await sending();
    expect(twilio.received).toHaveLength(1);
  },
);
