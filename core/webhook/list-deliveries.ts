import * as z from "zod";
import type { Actor } from "#core/actor";
import { id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/webhook";
import { db } from "#core/db/client";
import { and, desc, eq, gte, inArray, lt, sql } from "#core/db/drizzle";
import { decodeCursor, fitting, pageFrom, rowsFor } from "#core/db/page";
import { events } from "#core/event/event.table";
import { idSince, idUntil } from "#core/id";
import { isOfAnEndpoint, shownColumns, shownDelivery } from "./shown-delivery.ts";
import { deliveries, endpoints } from "./webhook.table.ts";

/** For one endpoint sorted by event, for all by delivery: each order has its index. */
const keys = { ofOne: z.tuple([id("event")]), ofAll: z.tuple([id("delivery")]) };

/** A page ends early if its events get too large for one answer. */
export async function listDeliveries(_by: Actor, input: InputOf<typeof contract.listDeliveries>) {
  const { limit, cursor, endpointId, status, eventName, eventId, from, to } = input;
  const order = endpointId ? deliveries.eventId : deliveries.id;
  const [after] = cursor === undefined ? [] : decodeCursor(cursor, endpointId ? keys.ofOne : keys.ofAll);
  const rows = await db()
    .select(shownColumns)
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(
      and(
        isOfAnEndpoint(),
        after && lt(order, after),
        endpointId && eq(deliveries.endpointId, endpointId),
        // One of three fixed words, written into the statement: dead and pending rows are rare and have their own
        // index.
        status && eq(deliveries.status, sql.raw(`'${status}'`)),
        eventName && eq(deliveries.eventName, eventName),
        eventId && and(eq(deliveries.eventId, eventId), inArray(deliveries.endpointId, everyEndpoint())),
        from && and(gte(deliveries.createdAt, from), gte(deliveries.id, idSince("delivery", from))),
        to && and(lt(deliveries.createdAt, to), lt(deliveries.id, idUntil("delivery", to))),
      ),
    )
    .orderBy(desc(order))
    .limit(rowsFor(limit));
  const fit = fitting(rows, ({ body }) => body);
  return pageFrom(rows, Math.min(limit, fit), (row) => [endpointId ? row.eventId : row.id], shownDelivery);
}

/** For finding an event's rows: the index begins with the endpoint. */
const everyEndpoint = () => db().select({ id: endpoints.id }).from(endpoints);
