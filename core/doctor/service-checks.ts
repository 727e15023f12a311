/** Checks 1 to 5: the service itself. */

import type { Tx } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { knownMigrations } from "#core/db/migrate";
import { partitioned } from "#core/db/partitions";
import { type Check, type Finding, faults, shownUrl } from "./check.ts";

/** The triggers that protect history, versions, and the figures of customers and reports. */
const guards = [
  "audit_append_only",
  "audit_no_truncate",
  "movements_append_only",
  "movements_closed",
  "movements_no_truncate",
  "order_lines_report_delete",
  "order_lines_report_insert",
  "order_lines_report_update",
  "orders_customer_changed",
  "orders_customer_placed",
  "orders_report_insert",
  "orders_report_update",
  "orders_version",
  "payments_report_insert",
  "payments_report_update",
  "price_lists_version",
  "products_version",
  "refunds_report_insert",
  "refunds_report_update",
  "report_queries_version",
];

/** The constraints that make overselling impossible. */
const limits = [
  "stock_levels_committed_check",
  "stock_levels_on_hand_check",
  "stock_levels_allocated_within_on_hand",
  "stock_levels_reserved_check",
];

const database: Check = {
  number: 1,
  name: "database",
  remedy: "Enable or recreate what the migrations created: someone has disabled it manually.",
  look: async (tx) => {
    const missing = await faults(
      tx,
      sql`select guard from unnest(${sql.param(guards)}::text[]) as guard
          where not exists (select from pg_trigger where tgname = guard)
          union all
          -- Those by which PostgreSQL keeps references whole are called after what they keep.
          select distinct coalesce(conname, tgname) || ' on ' || tgrelid::regclass
          from pg_trigger left join pg_constraint on pg_constraint.oid = tgconstraint
          where tgenabled not in ('O', 'A') and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
          union all
          select guard from unnest(${sql.param(limits)}::text[]) as guard
          where not exists (select from pg_constraint where conname = guard and convalidated)`,
    );
    if (missing.count > 0) {
      return { status: "fail", sentence: `${missing.count} of the database's own safeguards are off.`, ...missing };
    }
    const [answer] = await tx.execute<{ version: string }>(sql`select current_setting('server_version') as version`);
    return { status: "ok", sentence: `PostgreSQL ${answer?.version} answers, and its safeguards are on.` };
  },
};

const migrations: Check = {
  number: 2,
  name: "migrations",
  remedy: "Deploy again, or start the local runtime once: both update the database, and make its ranges ahead.",
  look: async (tx) => {
    const known = await knownMigrations();
    const ran = (await tx.execute<{ name: string }>(sql`select name from migrations`)).map(({ name }) => name);
    const missing = known.filter((name) => !ran.includes(name));
    const unknown = ran.filter((name) => !known.includes(name));
    const rows = [
      ...missing.map((name) => ({ name, state: "not run" })),
      ...unknown.map((name) => ({ name, state: "run, but unknown to this version" })),
    ];
    if (rows.length === 0) return roomAhead(tx, known.length);
    const sentence = `${missing.length} migrations have not run, ${unknown.length} are unknown to this version.`;
    return { status: missing.length > 0 ? "fail" : "warn", sentence, count: rows.length, rows };
  },
};

/**
 * Rows of a week without its own partition go to the default one. Nothing is lost, but they cannot be dropped by the
 * week.
 */
async function roomAhead(tx: Tx, migrations: number): Promise<Finding> {
  const short = await faults(
    tx,
    sql`select name, 'has no range for the events of next week' as state
        from unnest(${sql.param(partitioned.map(({ name }) => name))}::text[], ${sql.param(partitioned.map(({ prefix }) => prefix))}::text[])
          as given (name, prefix)
        where not exists (select from partitions_of(to_regclass(name)) where until collate "C" > id_from(prefix, now() + interval '7 days'))`,
  );
  if (short.count === 0) return { status: "ok", sentence: `All ${migrations} migrations have run.` };
  return { status: "warn", sentence: `${short.count} tables have no room ahead: does remove-old run?`, ...short };
}

const owner: Check = {
  number: 3,
  name: "owner",
  remedy: "Start once with OWNER_EMAIL and OWNER_PASSWORD set: a store without an owner gets one.",
  look: async (tx) => {
    const [found] = await tx.execute<{ owners: number }>(sql`
      select count(*)::integer as owners from staff
      where role = 'owner' and removed_at is null and password_hash like '$argon2id$%'`);
    const owners = found?.owners ?? 0;
    if (owners > 0) return { status: "ok", sentence: `${owners} ${owners === 1 ? "owner" : "owners"} can sign in.` };
    return { status: "fail", sentence: "No owner can sign in." };
  },
};

/**
 * An event arrives within a second, and a lost one within two minutes. If it takes longer, the bus refuses it, or the
 * sweep or the subscriber is not running.
 */
const outbox: Check = {
  number: 4,
  name: "outbox",
  remedy:
    "Nothing is lost: each event is sent to the bus again automatically, at its nextPutAt. Where the bus refuses, fix what its code names, such as the permission to put events or EVENT_BUS_NAME. For the others, check that sweep-outbox and fan-out-event run, and that the bus and the queue can be reached.",
  look: async (tx) => {
    const late = await faults(
      tx,
      sql`select id, name, subject_id, time, refused_code as code, put_attempts as attempts, next_put_at from events
          where fanned_out_at is null
            and time < clock_timestamp() - case when refused_code is null then interval '5 minutes' else interval '1 minute' end
          order by change_id`,
    );
    if (late.count === 0) return { status: "ok", sentence: "No event is late." };
    const refused = await tx.execute<{ code: string; count: number }>(sql`
      select refused_code as code, count(*)::integer as count from events
      where fanned_out_at is null and refused_code is not null group by refused_code order by count(*) desc, refused_code`);
    const byCode = refused.map(({ code, count }) => `${code} (${count})`).join(", ");
    const why = byCode ? ` The bus refuses: ${byCode}.` : "";
    return { status: "fail", sentence: `${late.count} events have not arrived in time.${why}`, ...late };
  },
};

const deliveries: Check = {
  number: 5,
  name: "deliveries",
  remedy: "Overdue: check that the senders and their sweep run. Dead: fix the receiver, then retry them in the admin.",
  look: async (tx) => {
    const overdue = await faults(
      tx,
      sql`select delivery.id, ${shownUrl} as url, event_name, next_attempt_at
          from webhook_deliveries delivery join webhook_endpoints endpoint on endpoint.id = endpoint_id
          where status = 'pending' and active and next_attempt_at < clock_timestamp() - interval '5 minutes'
          order by next_attempt_at`,
    );
    if (overdue.count > 0) {
      return {
        status: "fail",
        sentence: `${overdue.count} deliveries are more than five minutes overdue.`,
        ...overdue,
      };
    }
    const dead = await faults(
      tx,
      sql`select endpoint.id as endpoint_id, ${shownUrl} as url, count(*)::integer as dead
          from webhook_deliveries delivery join webhook_endpoints endpoint on endpoint.id = endpoint_id
          where status = 'dead' and removed_at is null group by endpoint.id order by dead desc`,
    );
    if (dead.count === 0) return { status: "ok", sentence: "No delivery is overdue or dead." };
    return { status: "warn", sentence: `${dead.count} endpoints have dead deliveries.`, ...dead };
  },
};

export const serviceChecks: readonly Check[] = [database, migrations, owner, outbox, deliveries];
