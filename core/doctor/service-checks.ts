/** Checks 1 to 5: the service itself. */
import { sql } from "drizzle-orm";
import { knownMigrations } from "#core/db/migrate";
import { type Check, faults, nothingBy } from "./check.ts";

/** The triggers that keep the past as it was and the versions true. */
const guards = [
  "audit_append_only",
  "audit_no_truncate",
  "movements_append_only",
  "movements_no_truncate",
  "orders_version",
  "products_version",
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
  remedy: "Enable or create again what the migrations made; somebody has switched it off by hand.",
  look: async (tx) => {
    const missing = await faults(
      tx,
      sql`select guard from unnest(${sql.param(guards)}::text[]) as guard
          where not exists (select from pg_trigger where tgname = guard and tgenabled in ('O', 'A'))
          union all
          select guard from unnest(${sql.param(limits)}::text[]) as guard
          where not exists (select from pg_constraint where conname = guard and convalidated)`,
    );
    if (missing.count > 0) {
      return { status: "fail", sentence: `${missing.count} of the database's own guards are off.`, ...missing };
    }
    const [answer] = await tx.execute<{ version: string }>(sql`select current_setting('server_version') as version`);
    return { status: "ok", sentence: `PostgreSQL ${answer?.version} answers, and its guards are on.` };
  },
};

const migrations: Check = {
  number: 2,
  name: "migrations",
  remedy: "Deploy again, or start the local runtime once: both bring the database up to the code.",
  look: async (tx) => {
    const known = await knownMigrations();
    const ran = (await tx.execute<{ name: string }>(sql`select name from migrations`)).map(({ name }) => name);
    const missing = known.filter((name) => !ran.includes(name));
    const unknown = ran.filter((name) => !known.includes(name));
    const rows = [
      ...missing.map((name) => ({ name, state: "not run" })),
      ...unknown.map((name) => ({ name, state: "run, but not part of this code" })),
    ];
    if (rows.length === 0) return { status: "ok", sentence: `All ${known.length} migrations have run.` };
    const sentence = `${missing.length} migrations have not run, ${unknown.length} are not of this code.`;
    return { status: missing.length > 0 ? "fail" : "warn", sentence, count: rows.length, rows };
  },
};

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
 * An event is sent within a second and fanned out in another; minutes late is a relay or a subscriber that does not run.
 * What was lost between them is sent again after a minute.
 */
const outbox = nothingBy({
  number: 4,
  name: "outbox",
  remedy:
    "See that the relay, its sweep and the subscriber run and may reach the bus; nothing is lost, it is sent once they do.",
  fine: "No event waits longer than it should.",
  wrong: "{} events have waited for the bus, or for the subscriber behind it, for longer than they should.",
  queries: [
    sql`
      select id, name, subject_id, time, sent_at from events
      where sent_at is null and time < clock_timestamp() - interval '2 minutes' order by id`,
    sql`
      select id, name, subject_id, time, sent_at from events
      where fanned_out_at is null and sent_at < clock_timestamp() - interval '5 minutes' order by sent_at`,
  ],
});

/** An endpoint's address without the user and password that it may hold. */
const shownUrl = sql`regexp_replace(endpoint.url, '^([^:]*:).*@', '\\1//***@')`;

const deliveries: Check = {
  number: 5,
  name: "deliveries",
  remedy: "Overdue: see that the senders and their sweep run. Dead: mend the receiver, then retry them in the admin.",
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
          where status = 'dead' group by endpoint.id order by dead desc`,
    );
    if (dead.count === 0) return { status: "ok", sentence: "No delivery is overdue or dead." };
    return { status: "warn", sentence: `${dead.count} endpoints have dead deliveries.`, ...dead };
  },
};

export const serviceChecks: readonly Check[] = [database, migrations, owner, outbox, deliveries];
