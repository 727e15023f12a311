/** What is done to parcels: by hand, and through a carrier that gets into trouble. */

import * as carrier from "#core/contract/carrier";
import * as parcel from "#core/contract/parcel";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { handler as sweepWork } from "#functions/schedule/sweep-work";
import { handler as makeCalls } from "#functions/worker/make-calls";
import { handler as takeInbox } from "#functions/worker/take-inbox";
import { call } from "#test/support/call";
import { invocation } from "#test/support/invocation";
import { anOrder } from "./an-order.ts";
import { noticeOf } from "./carrier.ts";
import { oneOf, upTo } from "./choices.ts";
import type { Client, Step } from "./step.ts";

export const parcelSteps = {
  ship: (client) => ship(client, "manual"),
  book: (client) => ship(client, "testcarrier"),
  bookToo: (client) => ship(client, "testcarrier"),
  unship: (client) => onAParcel(client, parcel.unship),
  unshipToo: (client) => onAParcel(client, parcel.unship),
  deliver: (client) => onAParcel(client, parcel.deliver),
  undeliver: (client) => onAParcel(client, parcel.undeliver),
  makeCalls: async () => {
    await makeCalls({ Records: [] }, invocation);
    return { status: 200 };
  },
  /** Some parcels are asked after before their time. */
  track: async () => {
    await db().execute(sql`
      update parcels set track_due_at = now() where id in (
        select id from parcels where track_due_at > now() order by random() limit 4 for update skip locked)`);
    await sweepWork({}, invocation);
    return { status: 200 };
  },
  /** The carrier tells of a parcel in any order, of some that it has never seen, and of some that are still being booked. */
  told: async (client) => {
    const [one] = await db().execute<{ id: string }>(sql`
      select id from parcels where carrier = 'testcarrier' order by random() limit 1`);
    const reference = client.random() < 0.9 && one ? one.id : "par_of_somebody_else";
    const told = noticeOf(client, reference, client.world.carrier.webhookSecret);
    const received = await call(carrier.receive, { code: "testcarrier" }, { as: null, ...told });
    await takeInbox({ Records: [] }, invocation);
    return received;
  },
} satisfies Record<string, Step>;

async function ship(client: Client, by: "manual" | "testcarrier") {
  const one = await anOrder(client, "confirmed");
  const held = one?.lines.flatMap(({ id, allocations }) => allocations.map((place) => ({ id, ...place }))) ?? [];
  if (!one || held.length === 0) return;
  const first = oneOf(client, held);
  const lines = held
    .filter(({ locationId }) => locationId === first.locationId)
    .map(({ id, quantity }) => ({ lineId: id, quantity: 1 + upTo(quantity, client) }));
  return client.ask(parcel.ship, {
    ...{ id: one.id, locationId: first.locationId, lines, carrier: by },
    ...(by !== "manual" && { weightGrams: 500 }),
  });
}

type OnParcel = typeof parcel.unship | typeof parcel.deliver | typeof parcel.undeliver;

async function onAParcel(client: Client, op: OnParcel) {
  const statuses = ["partiallyShipped", "shipped", "delivered"] as const;
  const one = await anOrder(client, oneOf(client, statuses));
  if (!one || one.parcels.length === 0) return;
  return client.ask(op, { id: one.id, parcelId: oneOf(client, one.parcels).id });
}
