import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/fields";
import type { Outgoing } from "#core/event/outgoing";
import { newId } from "#core/id";
import { connectedAnew, primary, type Tx } from "./client.ts";
import { lostARace } from "./error.ts";

/**
 * A transaction with a who and a when. Whatever writes takes one, so nothing can be written without
 * saying who did it, and everything one request writes carries the same time and the same change id.
 */
export interface Change {
  readonly tx: Tx;
  readonly by: Actor;
  readonly at: Date;
  readonly id: Id<"change">;
  /** What it has put into the outbox so far, for whoever publishes it once it has committed. */
  readonly emitted: Outgoing[];
}

/** How often work that lost against a parallel change begins again before the client hears of it. */
const attemptsMax = 8;

/**
 * Runs `work` in one transaction and commits it, or nothing. Work that PostgreSQL stopped for a deadlock or a
 * serialisation failure runs again from its start, after a short random wait: it must do nothing that may not
 * run twice, and nothing on the network. So does work whose connection was closed on it, but for one that was closed
 * during its commit: nobody can tell whether that was done.
 */
export async function inChange<T>(by: Actor, work: (change: Change) => Promise<T>): Promise<T> {
  const id = newId("change");
  for (let attempt = 1; ; attempt++) {
    const pool = primary();
    let commits = false;
    try {
      return await pool.transaction(async (tx) => {
        const answer = await work({ tx, by, at: new Date(), id, emitted: [] });
        commits = true;
        return answer;
      });
    } catch (error) {
      const anew = await connectedAnew(pool, error);
      if (attempt === attemptsMax || !(lostARace(error) || (anew && !commits))) throw error;
      await new Promise((resume) => setTimeout(resume, Math.random() * 10 * 2 ** attempt));
    }
  }
}

/** Part of a change, behind a savepoint: when it throws, all of it is taken back, and the rest of the change may go on. */
export async function savepoint<T>(change: Change, work: (change: Change) => Promise<T>): Promise<T> {
  const emitted: Change["emitted"] = [];
  const answer = await change.tx.transaction((tx) => work({ ...change, tx, emitted }));
  change.emitted.push(...emitted);
  return answer;
}
