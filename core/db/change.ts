import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { Outgoing } from "#core/event/outgoing";
import { newId } from "#core/id";
import { connectedAnew, primary, type Tx } from "./client.ts";
import { SQL, type SQLWrapper, sql } from "./drizzle.ts";
import { isReadOnly, lostARace } from "./error.ts";

/**
 * A transaction with an actor and a time. All code that writes takes one, so nothing can be written without
 * an actor, and everything one request writes has the same time and the same change id.
 */
export interface Change {
  readonly tx: Tx;
  readonly by: Actor;
  readonly at: Date;
  readonly id: Id<"change">;
  /** What it has put into the outbox so far, to be published once it has committed. */
  readonly emitted: Outgoing[];
  /** What it writes last: see `writeLast`. */
  readonly last: Writes[];
}

/**
 * Statements that write, by name: the parts of one `with`. None sees what another writes, only what one that it names
 * returns. A row may be written by one of them only, and none may take a unique key that another part gives up. Foreign
 * keys are checked after all of them.
 */
export type Writes = Readonly<Record<string, SQLWrapper>>;

/** Sends writes as one statement: each costs both sides about as much again as its work. No two may have one name. */
export async function writeTogether(tx: Tx, ...writes: readonly Writes[]): Promise<void> {
  const named = writes.flatMap((some) => Object.entries(some));
  const last = named.pop()?.[1].getSQL();
  if (!last) return;
  const parts = named.map(([name, statement]) => sql`${sql.raw(name)} as (${statement.getSQL()})`);
  await tx.execute(parts.length === 0 ? last : sql`with ${sql.join(parts, sql`, `)} ${last}`);
}

/**
 * Has the change write this after everything else: what nobody reads in the change itself, such as its audit entries
 * and its events. The commit follows it without waiting for its answer. If it fails, PostgreSQL rolls back instead, and
 * `inChange` throws its error.
 */
export const writeLast = ({ last }: Change, writes: SQL | Writes): number =>
  last.push(writes instanceof SQL ? { [`last_${last.length}`]: writes } : writes);

/** Few, because each combination of statements is another text for PostgreSQL to prepare. */
const togetherMax = 4;

/** Sends these writes, and what the change has so far to write last. */
export async function sendLast({ tx, last }: Change, ...writes: readonly Writes[]): Promise<void> {
  const entries = last.splice(0);
  if (entries.length <= togetherMax) return writeTogether(tx, ...writes, ...entries);
  await Promise.all([writeTogether(tx, ...writes), ...entries.map((entry) => writeTogether(tx, entry))]);
}

/** How often work that lost a race against a parallel change is tried before the client gets the error. */
const attemptsMax = 8;

/**
 * Runs `work` in one transaction, all or nothing. Work that PostgreSQL stopped for a deadlock or a serialisation
 * failure runs again from the start, after a short random wait: it must do nothing that cannot be repeated, and
 * nothing on the network. So does work whose connection was closed, unless that was during the commit: whether it
 * was committed is then unknown.
 */
export async function inChange<T>(by: Actor, work: (change: Change) => Promise<T>): Promise<T> {
  const id = newId("change");
  for (let attempt = 1; ; attempt++) {
    const pool = primary();
    let commits = false;
    let sent: Promise<void> | undefined;
    try {
      const answer = await pool.transaction(async (tx) => {
        const change: Change = { tx, by, at: new Date(), id, emitted: [], last: [] };
        const answer = await work(change);
        commits = true;
        sent = sendLast(change);
        sent.catch(() => {}); // awaited below, unless the commit fails
        return answer;
      });
      await sent;
      return answer;
    } catch (error) {
      const anew = await connectedAnew(pool, error);
      if (attempt === attemptsMax || !(lostARace(error) || (anew && (!commits || isReadOnly(error))))) throw error;
      await new Promise((resume) => setTimeout(resume, Math.random() * 10 * 2 ** attempt));
    }
  }
}

/** Part of a change, behind a savepoint: if it throws, only this part is rolled back, and the change can go on. */
export async function savepoint<T>(change: Change, work: (change: Change) => Promise<T>): Promise<T> {
  const emitted: Change["emitted"] = [];
  const answer = await change.tx.transaction(async (tx) => {
    const part: Change = { ...change, tx, emitted, last: [] };
    const answer = await work(part);
    await sendLast(part); // or its failure would be that of the whole change
    return answer;
  });
  change.emitted.push(...emitted);
  return answer;
}
