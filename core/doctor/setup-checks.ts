/** Checks 14 and 15: what the store is set up with. */
import { sql } from "drizzle-orm";
import { patterns } from "#core/contract/events";
import { carriers } from "#core/contract/order";
import { rights } from "#core/contract/rights";
import { open } from "#core/secret";
import { type Check, nothingBy } from "./check.ts";

/** A key that was lost or replaced without keeping the old one would fail every delivery, one by one. */
const providers: Check = {
  number: 14,
  name: "providers",
  remedy: "Put the old key behind the new one in SECRETS_KEY, or rotate the secrets of the endpoints that are named.",
  look: async (tx) => {
    const stored = await tx.execute<{ id: string; url: string; secret: string }>(
      sql`select id, url, secret from webhook_endpoints order by id limit 1000`,
    );
    const closed = stored.filter(({ id, secret }) => !opens(secret, id)).map(({ id, url }) => ({ id, url }));
    const unknown = await tx.execute<{ carrier: string; parcels: number }>(sql`
      select carrier, count(*)::integer as parcels from parcels
      where carrier <> all(${sql.param(carriers)}::text[]) group by carrier`);
    const rows = [...closed, ...unknown];
    if (rows.length === 0) return { status: "ok", sentence: "SECRETS_KEY opens every stored secret." };
    const sentence = `${closed.length} secrets do not open with SECRETS_KEY; ${unknown.length} carriers are unknown.`;
    return { status: "fail", sentence, count: rows.length, rows: rows.slice(0, 20) };
  },
};

function opens(secret: string, owner: string): boolean {
  try {
    return open(secret, owner).length > 0;
  } catch {
    return false;
  }
}

const references = nothingBy({
  number: 15,
  name: "references",
  remedy: "Open what is named and save it again with something that exists.",
  fine: "Prices, discounts, rights and subscriptions refer to things that exist.",
  wrong: "{} settings refer to something that does not exist, or say something else than the orders.",
  queries: [
    sql`
    select role as subject, 'an unknown right: ' || held as fault
    from roles, unnest(rights) as held where held <> all(${sql.param(rights)}::text[])
    union all
    select id, 'an unknown event pattern: ' || pattern
    from webhook_endpoints, unnest(events) as pattern where pattern <> all(${sql.param(patterns)}::text[])
    union all
    select discounts.id, 'used ' || used || ' times, and ' || count(orders.id) || ' orders use it'
    from discounts left join orders on discount_id = discounts.id and status <> 'cancelled'
    group by discounts.id having used <> count(orders.id)
    union all
    select 'locations', 'none of them is the default' where exists (select from locations)
      and not exists (select from locations where is_default)`,
  ],
});

export const setupChecks = [providers, references];
