/** Messages to the staff that no event causes: failed webhook endpoints, and each morning the low stock. */

import { system } from "#core/actor";
import type { Right } from "#core/contract/values/rights";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { listLevels } from "#core/stock/lists/variant-stock";
import { storeSettings } from "#core/store/settings";
import { askForMessage } from "./ask-for-message.ts";

const by = system("tell-staff");

/** The addresses of the people who hold all of these rights. */
type HoldersOf = (rights: readonly Right[]) => Promise<readonly string[]>;

/**
 * Safe to run as often as needed: each message is requested once. They go to those who can see what it is about and do
 * something about it. @returns whether there may be something to write.
 */
export async function notifyStaff(holdersOf: HoldersOf, now = new Date()): Promise<boolean> {
  const sent = [await notifyOfDeadEndpoints(holdersOf), await notifyOfLowStock(holdersOf, now)];
  return sent.some(Boolean);
}

interface DeadEndpoint extends Record<string, unknown> {
  readonly id: string;
  readonly url: string;
  readonly dead: number;
  readonly lastError: string | null;
  readonly since: string;
}

/**
 * Once for each time that an endpoint stops working: until it has taken something again. What was given up before that
 * is kept, and is no news when a single attempt fails later.
 */
async function notifyOfDeadEndpoints(holdersOf: HoldersOf): Promise<boolean> {
  const rows = await db().execute<DeadEndpoint>(sql`
    select endpoint.id, regexp_replace(endpoint.url, '^([^:]*://[^/?#:]*):[^/?#]*@', '\\1:***@') as url, count(*)::integer as dead,
      (array_agg(delivery.last_error order by delivery.id desc))[1] as "lastError",
      coalesce(endpoint.last_success_at::text, 'never') as since
    from webhook_endpoints endpoint join webhook_deliveries delivery on endpoint_id = endpoint.id and status = 'dead'
    where active and failures_in_a_row > 0
      and coalesce(coalesce((delivery.history -> -1 ->> 'at')::timestamptz, delivery.created_at) > endpoint.last_success_at, true)
      and not exists (select from messages where cause = 'deadEndpoint:' || endpoint.id || ':' || coalesce(endpoint.last_success_at::text, 'never'))
    group by endpoint.id`);
  if (rows.length === 0) return false;
  const people = await holdersOf(["webhooks.read", "webhooks.write"]);
  await inChange(by, async (change) => {
    for (const { id, since, ...given } of rows) {
      const about = { kind: "webhook.dead", channel: "email", cause: `deadEndpoint:${id}:${since}` } as const;
      for (const recipient of people) {
        await askForMessage(change, { ...about, recipient, given: { ...given, endpointId: id } });
      }
    }
  });
  return true;
}

/** Hours in the store's time zone. If enabled later in the day, it begins tomorrow. */
const morning = { from: 7, to: 11 } as const;
const linesMax = 20;
const lookedAtMax = 200;

async function notifyOfLowStock(holdersOf: HoldersOf, now: Date): Promise<boolean> {
  const { timeZone } = await storeSettings(db());
  const hour = Number(new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone }).format(now));
  if (hour < morning.from || hour >= morning.to) return false;
  const day = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(now);
  const cause = `lowStock:${day}`;
  const [sent] = await db().execute(sql`select 1 from messages where cause = ${cause} limit 1`);
  if (sent) return false;
  const { items, nextCursor } = await listLevels(by, { state: "low", productStatus: ["active"], limit: lookedAtMax });
  if (items.length === 0) return false;
  const left = items.length - linesMax;
  const given = {
    lines: items.slice(0, linesMax).map(({ title, sku, available, lowStockThreshold }) => ({
      ...{ title, sku, available, threshold: lowStockThreshold },
    })),
    more: left <= 0 ? "" : nextCursor === null ? String(left) : `at least ${left}`,
  };
  const people = await holdersOf(["inventory.read", "inventory.write"]);
  await inChange(by, async (change) => {
    for (const recipient of people) {
      await askForMessage(change, { kind: "stock.low", channel: "email", cause, recipient, given });
    }
  });
  return people.length > 0;
}
