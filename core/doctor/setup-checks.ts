/** Checks 14 and 15: the store's setup. */

import { carriers } from "#core/contract/order";
import { erasedEmail } from "#core/contract/parts/order-shapes";
import { patterns } from "#core/contract/values/events";
import { rights } from "#core/contract/values/rights";
import { type SQL, sql } from "#core/db/drizzle";
import { type Check, faults, nothingBy } from "./check.ts";
import { keptFigures } from "./report-figures.ts";
import { sealedSecrets } from "./sealed-secrets.ts";

/**
 * If the key was lost, or replaced without keeping the old one, every delivery and every call would fail, one by one.
 */
const providers: Check = {
  number: 14,
  name: "providers",
  remedy:
    "Secrets that cannot be decrypted: add the old key after the new one in SECRETS_KEY, or enter them again. Failing providers: see Settings › Payments and Settings › Messages, and test them there. Messages: open each under Messages, and send it again. Events that could not be processed: compare them with the provider's dashboard. Calls, imports and exports: check that the workers and sweep-work run.",
  look: async (tx) => {
    const closed = (await sealedSecrets(tx)).filter(({ opens }) => !opens).map(({ name }) => ({ name }));
    const unknown = await tx.execute<{ carrier: string; parcels: number }>(sql`
      select carrier, count(*)::integer as parcels from parcels
      where carrier <> all(${sql.param(carriers)}::text[]) group by carrier`);
    const failed = [...closed, ...unknown];
    if (failed.length > 0) {
      const sentence = `${closed.length} secrets cannot be decrypted with SECRETS_KEY; ${unknown.length} carriers are unknown.`;
      return { status: "fail", sentence, count: failed.length, rows: failed.slice(0, 20) };
    }
    const { count, rows } = await faults(
      tx,
      sql`
        select code as name, failed_at as since, failure as says from providers
        where removed_at is null and failed_at is not null
        union all
        select provider, received_at, coalesce(says, status) from inbox
        where status = 'stuck' or (status = 'new' and received_at < clock_timestamp() - interval '15 minutes')
        union all
        -- One row for each provider: anyone can send a thousand, and they would hide the others.
        select provider, max(received_at),
          min(says) || case when count(*) > 1 then ' ' || count(*) || ' of them in a day.' else '' end from inbox
        where received_at > clock_timestamp() - interval '1 day' and event_id like 'unsigned:%' group by provider
        union all
        -- An SMS that could not be delivered yet waits for hours; others are tried again within a quarter of an hour.
        select 'message ' || id, created_at, coalesce(says, status) from messages
        where created_at > clock_timestamp() - interval '7 days' and not exists (select from messages again where again.resend_of = messages.id)
          and ((status in ('failed', 'unknown') and due_at is null) or (status in ('asked', 'queued') and created_at < clock_timestamp() - interval '1 hour'
            and (due_at is null or due_at < clock_timestamp() + interval '20 minutes')))
        union all
        select 'event ' || id, time, 'no message has been written about it' from events
        where unwritten and (name like 'order.%' or name = 'cart.abandoned') and time < clock_timestamp() - interval '15 minutes'
        union all
        -- Polls may be late: those of thousands of parcels take turns.
        select provider, min(due_at), count(*) || ' calls to it are due and have not been made' from calls join providers on code = provider
        where status in ('asked', 'unknown') and not polled and due_at < clock_timestamp() - interval '1 hour'
          and (paused_until is null or paused_until < clock_timestamp()) group by provider
        union all
        select direction || ' ' || id, due_at, 'no worker has taken it' from jobs where due_at < clock_timestamp() - interval '15 minutes'`,
    );
    if (count === 0)
      return {
        status: "ok",
        sentence:
          "SECRETS_KEY decrypts every stored secret, no provider is failing, and messages, calls and jobs are being worked on.",
      };
    return {
      status: "warn",
      sentence: `Stuck providers, messages, events, calls or jobs: ${count}.`,
      count,
      rows,
    };
  },
};

const ordered = (by: SQL) => sql`concat_ws(', ', ${by}.orders || ' orders', ${by}.spent_minor || ' spent',
  'the last at ' || to_char(${by}.last_order_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

const references = nothingBy({
  number: 15,
  name: "references",
  remedy:
    "Figures of customers, discounts and reports: run npm run doctor -- --repair, which recalculates them from the orders and payments. SKUs that look the same: give the variant that is named another one. Others: open each record and save it again with something that exists.",
  fine: "Prices, discounts, rights and subscriptions refer to existing records.",
  wrong: "{} settings refer to something that does not exist, or disagree with the orders.",
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
    select customers.id, 'says ' || ${ordered(sql`customers`)} || ', and its orders say ' || ${ordered(sql`counted`)}
    from customers left join (
      select customer_id as id, count(*) filter (where status <> 'cancelled') as orders,
        sum(captured_minor - refunded_minor) as spent, max(created_at) filter (where status <> 'cancelled') as last_order_at
      from orders group by customer_id) placed using (id)
    cross join lateral (
      select coalesce(placed.orders, 0) as orders, coalesce(placed.spent, 0) as spent_minor, placed.last_order_at) counted
    where (customers.orders, customers.spent_minor) is distinct from (counted.orders::integer, counted.spent_minor)
      or customers.last_order_at is distinct from counted.last_order_at
    union all
    select id, 'belongs to nobody: it names no customer, or one who was merged' from orders
    where (customer_id is null and email like '%@%' and email <> ${erasedEmail}) or customer_id in (select id from customers where merged_into is not null)
    union all
    select 'locations', defaults || ' of them are the default, and one has to be'
    from (select count(*) filter (where is_default) as defaults from locations having count(*) > 0) as counted where defaults <> 1
    union all
    -- From before SKUs were normalized: no file and no cart can name it.
    select v.id, 'has the SKU ' || v.sku || ' in a form that files and carts cannot name, in the product “' || p.slug || '”'
      || coalesce(': it looks like that of a variant in “' || q.slug || '”', '')
    from variants v join products p on p.id = v.product_id left join variants twin on twin.sku = normalize(v.sku)
      left join products q on q.id = twin.product_id
    where v.sku is not normalized`,
    ...keptFigures,
  ],
});

export const setupChecks = [providers, references];
