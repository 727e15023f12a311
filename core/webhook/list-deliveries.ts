import { and, desc, eq, gte, inArray, lt, lte } from "drizzle-orm";
import * as z from "zod";
import type { Actor } from "#core/actor";
import { id } from "#core/contract/fields";
import type { InputOf } from "#core/contract/kit";
import type * as contract from "#core/contract/webhook";
import { db } from "#core/db/client";
import { decodeCursor, pageFrom, rowsFor } from "#core/db/page";
import { events } from "#core/event/event.table";
import { shownColumns, shownDelivery } from "./shown-delivery.ts";
import { deliveries, endpoints } from "./webhook.table.ts";

/** Of one endpoint in the order of its events, of all in the order in which their rows were made: each has its index. */
const keys = { ofOne: z.tuple([id("event")]), ofAll: z.tuple([id("delivery")]) };

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
        after && lt(order, after),
        endpointId && eq(deliveries.endpointId, endpointId),
        status && eq(deliveries.status, status),
        eventName && eq(deliveries.eventName, eventName),
        eventId && and(eq(deliveries.eventId, eventId), inArray(deliveries.endpointId, everyEndpoint())),
        from && gte(deliveries.createdAt, from),
        to && lte(deliveries.createdAt, to),
      ),
    )
    .orderBy(desc(order))
    .limit(rowsFor(limit));
  return pageFrom(rows, limit, (row) => [endpointId ? row.eventId : row.id], shownDelivery);
}

/** Where the row of an event is looked for: the index begins with the endpoint. */
const everyEndpoint = () => db().select({ id: endpoints.id }).from(endpoints);
