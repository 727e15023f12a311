/**
 * The statements of a lease, built once for each kind of work. Rows are sent as one JSON parameter, so that a statement
 * is the same for any number of them.
 */
import { statement } from "#core/db/prepared";
import type { Kind, Queues } from "./kind.ts";

/** The columns keep milliseconds: a time written as now is rounded, and may be half a millisecond ahead. */
const rounded = "interval '1 millisecond'";

/** `a = b, c = d`, from names and their values. */
const listOf = (parts: Readonly<Record<string, string>>, between: string): string =>
  Object.entries(parts)
    .map(([name, part]) => `${name}${between}${part}`)
    .join(", ");

/** Whether a pending row is due, or has been for some seconds, and is not held. */
function isDue<Outcome>({ dueAt, hiddenUntil }: Kind<Outcome>, forSeconds?: true): readonly string[] {
  const held = hiddenUntil ? ` and (row.${hiddenUntil} is null or row.${hiddenUntil} <= now())` : "";
  const due = `row.${dueAt} <= now() + ${rounded}`;
  return forSeconds ? [`${due} - make_interval(secs => `, `)${held}`] : [`${due}${held}`];
}

/** The queues of a kind: its own, one for each value of a column, or one in all. */
export function queuesOf<Outcome>({ queues, group, table, pending }: Kind<Outcome>): Queues {
  if (queues) return queues;
  const names = { group: "text" } as const;
  if (group === undefined) return { names, all: `select 'all' as "group"`, rows: "true" };
  // From one value with pending rows to the next: as many index lookups as there are values.
  const next = (after: string) => `
    select row.${group} from ${table} row where ${pending} ${after} order by row.${group} limit 1`;
  const all = `
    with recursive each ("group") as (
      (${next("")})
      union all
      select (${next(`and row.${group} > each."group"`)}) from each where each."group" is not null
    )
    select "group" from each where "group" is not null`;
  return { names, all, rows: `row.${group} = queue."group"` };
}

/**
 * The queues that have something due, the longest overdue first: only the head of each is read, however long it is.
 * @returns a statement with two parameters: overdue for how many seconds, and how many queues at most.
 */
export function dueStatement<Queue, Outcome>(kind: Kind<Outcome>) {
  const { table, key, dueAt, pending } = kind;
  const { all, rows } = queuesOf(kind);
  const [overdue, andFree] = isDue(kind, true);
  return statement<Queue>(
    `select queue.* from (${all}) as queue
    cross join lateral (
      select row.${dueAt} from ${table} row
      where ${rows} and ${pending} and ${overdue}`,
    `${andFree}
      order by row.${dueAt}, row.${key} limit 1
    ) as head
    order by head.${dueAt} limit `,
    "",
  );
}

/**
 * The rows named by another part of the statement. PostgreSQL assumes that they are few, and so uses the index however
 * many rows the table has; in a partitioned table, only the partitions concerned.
 */
function areThose<Outcome>({ key, laidOutBy }: Kind<Outcome>, named: string): string {
  const byKey = `row.${key} = any(array(select id from ${named}))`;
  if (!laidOutBy) return byKey;
  return `${byKey} and row.${laidOutBy} between (select min(part) from ${named}) and (select max(part) from ${named})`;
}

/**
 * Takes due rows, hides them and counts the attempt. A row whose last worker died during its last attempt is given up
 * and not returned. Rows are found by their keys: in a partitioned table a `ctid` does not identify a row.
 * @returns a statement with two parameters: the takes, and the id of the claim.
 */
export function claimStatement<Row, Outcome>(kind: Kind<Outcome>) {
  const {
    table,
    attempts = "attempts",
    key,
    dueAt,
    hiddenUntil,
    pending,
    hideSeconds,
    limit,
    reads,
    joins = "",
  } = kind;
  const { names, all, rows } = queuesOf(kind);
  const part = kind.laidOutBy ? `, row.${kind.laidOutBy} as part` : "";
  const hidden = `now() + make_interval(secs => ${hideSeconds})`;
  const within = (then: string, otherwise: string) =>
    limit ? `case when row.${attempts} < ${limit.attempts} then ${then} else ${otherwise} end` : then;
  const set = {
    [attempts]: within(`row.${attempts} + 1`, `row.${attempts}`),
    ...(hiddenUntil
      ? { [hiddenUntil]: within(hidden, "null"), [dueAt]: within(`row.${dueAt}`, "null") }
      : { [dueAt]: within(hidden, "null") }),
    ...Object.fromEntries(
      Object.entries(limit?.interrupted ?? {}).map(([column, value]) => [column, within(`row.${column}`, value)]),
    ),
  };
  const columns = Object.entries(names).map(([name, type]) => `"${name}" ${type}`);
  const sameName = Object.keys(names).map((name) => `queue."${name}" = take."${name}"`);
  const unhurried = "(select set_config('synchronous_commit', 'off', true)) as unhurried cross join ";
  const queue = kind.queues
    ? `join (${all}) as queue on ${sameName.join(" and ")}`
    : "cross join lateral (select take.*) as queue";
  return statement<Row>(
    `with due as (
      select due.* from ${kind.claimsUnhurried ? unhurried : ""}jsonb_to_recordset(`,
    `::jsonb) as take (${columns.join(", ")}, most integer)
      ${queue}
      cross join lateral (
        select row.${key} as id${part} from ${table} row
        where ${rows} and ${pending} and ${isDue(kind).join("")}
        order by row.${dueAt}, row.${key} limit take.most
        for update skip locked
      ) as due
    ), claimed as (
      update ${table} row set ${listOf(set, " = ")}, claim_id = `,
    `::uuid
      where ${areThose(kind, "due")}
      returning row.*
    )
    select row.${key} as id${part}, row.claim_id as "claimId", row.${attempts} as attempts,
      to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at${reads ? `, ${reads}` : ""}
      ${kind.queues ? "" : `, ${kind.group ? `row.${kind.group}` : "'all'"} as "group"`}
    from claimed row ${joins}
    where row.${dueAt} is not null`,
  );
}

/**
 * Changes rows that are still held by the given claims: a claim that another has taken over changes nothing. Rows are
 * locked in the order of their keys, so that two such statements do not deadlock; and found by their keys, because a
 * row just updated has a new `ctid`. The `case` around the pending condition hides it from the queues' index, through
 * which all pending rows would be read.
 * @param given the values for each row, with their types: `given.error`.
 * @param set the columns to write, with their new values.
 * @returns a statement with one parameter, the rows.
 */
export function heldStatement<Outcome>(
  kind: Kind<Outcome>,
  given: Readonly<Record<string, string>>,
  set: Readonly<Record<string, string>>,
) {
  const { table, key, laidOutBy, pending } = kind;
  const columns = { id: "text", claim_id: "uuid", ...(laidOutBy && { part: 'text collate "C"' }), ...given };
  return statement<{ readonly id: string }>(
    `with given as (
      select given.* from jsonb_to_recordset(`,
    `::jsonb) as given (${listOf(columns, " ")})
    ), held as (
      select given.*
      from given join ${table} row on row.${key} = given.id and row.claim_id = given.claim_id
      where case when ${pending} then true end and ${areThose(kind, "given")}
      order by row.${key}
      for update of row
    )
    update ${table} row set ${listOf(set, " = ")}
    from held given where row.${key} = given.id${laidOutBy ? ` and row.${laidOutBy} = given.part` : ""}
    returning row.${key} as id`,
  );
}
