import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/fields";
import type { Outgoing } from "#core/event/outgoing";
import { newId } from "#core/id";
import { connectedAnew, primary, type Tx } from "./client.ts";
import { lostARace } from "./error.ts";

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
  /** Statements already sent, on which nothing else in the change depends: see `sendLast`. */
  readonly last: Promise<unknown>[];
}

/**
 * Sends a statement whose answer nothing in the change depends on: the commit follows it without waiting. If it fails,
 * PostgreSQL rolls back instead, and `inChange` throws its error.
 */
export function sendLast(change: Change, statement: PromiseLike<unknown>): void {
  const sent = Promise.resolve(statement);
  sent.catch(() => {}); // `inChange` waits for it, unless the change has failed before
  change.last.push(sent);
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
    const last: Change["last"] = [];
    let commits = false;
    try {
      const answer = await pool.transaction(async (tx) => {
        const answer = await work({ tx, by, at: new Date(), id, emitted: [], last });
        commits = true;
        return answer;
      });
      await Promise.all(last);
      return answer;
    } catch (error) {
      const anew = await connectedAnew(pool, error);
      if (attempt === attemptsMax || !(lostARace(error) || (anew && !commits))) throw error;
      await new Promise((resume) => setTimeout(resume, Math.random() * 10 * 2 ** attempt));
    }
  }
}

/** Part of a change, behind a savepoint: if it throws, only this part is rolled back, and the change can go on. */
export async function savepoint<T>(change: Change, work: (change: Change) => Promise<T>): Promise<T> {
  const emitted: Change["emitted"] = [];
  const answer = await change.tx.transaction(async (tx) => {
    const last: Change["last"] = [];
    const answer = await work({ ...change, tx, emitted, last });
    await Promise.all(last); // or its failure would be that of the whole change
    return answer;
  });
  change.emitted.push(...emitted);
  return answer;
}
