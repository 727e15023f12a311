/**
 * The one way to divide work among workers. A table's rows are the truth: a worker claims those that are due, and they
 * are hidden from all others while it works. A worker that dies loses its claims when their hiding ends.
 */
import { randomUUID } from "node:crypto";
import { type Db, db } from "#core/db/client";
import type { Claim, Group, Kind, Take } from "./kind.ts";
import { claimStatement, dueStatement, heldStatement, queuesOf } from "./lease-sql.ts";
import { storable } from "./storable.ts";

/** A claim on a row. */
export type Held = Pick<Claim, "id" | "claimId" | "part">;

/** `Name` names a queue; a `Queue` may contain more than its name. */
export interface Lease<Row, Outcome, Name = Group, Queue extends Name = Name> {
  /** The queues with something due, or overdue by this many seconds; the longest overdue first. */
  readonly due: (overdueSeconds?: number, most?: number) => Promise<Queue[]>;
  /**
   * Takes due rows, oldest due first in each queue, hides them and counts the attempt: one statement, and no two
   * workers get the same row. It is all or nothing, and it waits for no lock: a locked row is left for the next time.
   */
  readonly claim: (takes: readonly Take<Name>[]) => Promise<Row[]>;
  /**
   * Records the outcomes of rows whose claims still hold. In a change's transaction, it commits with everything else
   * written there or not at all. The wait before the next attempt is by the database's clock.
   * @returns the outcomes recorded: the other rows have been taken over by other workers.
   */
  readonly record: (outcomes: readonly Outcome[], on?: Db) => Promise<Outcome[]>;
  /**
   * Gives back rows that were not begun: the attempt is not counted, and they are due at once or after a rest. With
   * `hiddenUntil` they keep their place in the queue, unless they rest.
   */
  readonly giveBack: (rows: readonly Held[], afterSeconds?: number) => Promise<void>;
  /**
   * Extends the hiding of rows by the full time, for work with several steps. In a step's transaction, the step commits
   * only while the claim holds.
   * @returns whether all of them are still held; if not, the caller must roll back the step and stop.
   */
  readonly keep: (rows: readonly Held[], on?: Db) => Promise<boolean>;
  /** A queue's name as one text. */
  readonly nameOf: (queue: Name) => string;
  /** How long a row waits after this attempt has failed; null if it was the last one. */
  readonly waitSecondsAfter: (attempts: number) => number | null;
  readonly hideSeconds: number;
}

/** The lease on a kind of work. `Row` is what its `reads` selects, plus the fields of every claim. */
export function leaseOf<
  Row extends Claim & Name,
  Outcome extends { readonly of: Held & Pick<Claim, "attempts"> },
  Name extends { readonly [Part in keyof Name]: string } = Group,
  Queue extends Name = Name,
>(kind: Kind<Outcome>): Lease<Row, Outcome, Name, Queue> {
  const { attempts = "attempts", dueAt, hiddenUntil, hideSeconds, limit, given = {}, sets = {} } = kind;
  const [firstName, ...otherNames] = Object.keys(queuesOf(kind).names) as (keyof Name)[]; // a kind names queues as `Name` does
  const due = dueStatement<Queue, Outcome>(kind);
  const claim = claimStatement<Row, Outcome>(kind);
  const givenTypes = Object.fromEntries(Object.entries(given).map(([name, [type]]) => [name, type]));
  const waiting = {
    [dueAt]: "clock_timestamp() + make_interval(secs => given.wait_seconds)",
    claim_id: "null",
    ...(hiddenUntil && { [hiddenUntil]: "null" }),
  };
  const record = heldStatement(
    kind,
    { came: "text", wait_seconds: "double precision", ...givenTypes },
    { ...waiting, ...sets },
  );
  // Hidden by another column, a row still has its place in the queue.
  const place = `case when given.wait_seconds > 0 then ${waiting[dueAt]} else row.${dueAt} end`;
  const giveBack = heldStatement(
    kind,
    { wait_seconds: "double precision" },
    { ...waiting, ...(hiddenUntil && { [dueAt]: place }), [attempts]: `row.${attempts} - 1` },
  );
  const keep = heldStatement(
    kind,
    {},
    { [hiddenUntil ?? dueAt]: `clock_timestamp() + make_interval(secs => ${hideSeconds})` },
  );

  const waitSecondsAfter = (attempts: number) =>
    limit && attempts >= limit.attempts ? null : kind.waitSeconds(attempts);

  const said = (outcome: Outcome): Readonly<Record<string, unknown>> => {
    const again = kind.again(outcome);
    const usual = waitSecondsAfter(outcome.of.attempts);
    const waitSeconds = again === false ? null : again === true || usual === null ? usual : again;
    const came = again === false ? "done" : waitSeconds === null ? "given up" : "again";
    const row: Record<string, unknown> = { ...heldBy(outcome.of), came, wait_seconds: waitSeconds };
    for (const name in given) row[name] = given[name]?.[1](outcome);
    return row;
  };

  return {
    due: (overdueSeconds = 0, most = 10_000) => due(db(), overdueSeconds, most),
    claim: (takes) => claim(db(), JSON.stringify(takes), randomUUID()),
    record: async (outcomes, on = db()) => {
      if (outcomes.length === 0) return [];
      const recorded = await record(on, storable(outcomes.map(said)));
      const ids = new Set(recorded.map(({ id }) => id));
      return outcomes.filter(({ of }) => ids.has(of.id));
    },
    giveBack: async (rows, afterSeconds = 0) => {
      const given = rows.map((row) => ({ ...heldBy(row), wait_seconds: afterSeconds }));
      if (given.length > 0) await giveBack(db(), JSON.stringify(given));
    },
    keep: async (rows, on = db()) => (await keep(on, JSON.stringify(rows.map(heldBy)))).length === rows.length,
    nameOf: (queue) => otherNames.reduce((text, name) => `${text} ${queue[name]}`, `${firstName && queue[firstName]}`),
    waitSecondsAfter,
    hideSeconds,
  };
}

const heldBy = ({ id, claimId, part }: Held) => ({ id, claim_id: claimId, part });
