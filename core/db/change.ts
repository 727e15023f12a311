import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/fields";
import { newId } from "#core/id";
import { db, type Tx } from "./client.ts";

/**
 * A transaction with a who and a when. Whatever writes takes one, so nothing can be written without
 * saying who did it, and everything one request writes carries the same time and the same change id.
 */
export interface Change {
  readonly tx: Tx;
  readonly by: Actor;
  readonly at: Date;
  readonly id: Id<"change">;
}

/** How often work that lost against a parallel change begins again before the client hears of it. */
const attemptsMax = 8;

/**
 * Runs `work` in one transaction and commits it, or nothing. Work that PostgreSQL stopped for a deadlock or a
 * serialisation failure runs again from its start, after a short random wait: it must do nothing that may not
 * run twice, and nothing on the network.
 */
export async function inChange<T>(by: Actor, work: (change: Change) => Promise<T>): Promise<T> {
  const id = newId("change");
  for (let attempt = 1; ; attempt++) {
    try {
      return await db().transaction((tx) => work({ tx, by, at: new Date(), id }));
    } catch (error) {
      if (attempt === attemptsMax || !lostARace(error)) throw error;
      await new Promise((resume) => setTimeout(resume, Math.random() * 10 * 2 ** attempt));
    }
  }
}

/** Whether work lost every race it began, or waited for a lock longer than anybody should (55P03): nothing is wrong with it. */
export const isBusy = (error: unknown): boolean => lostARace(error) || codeOf(error) === "55P03";

/** 40001 serialization_failure and 40P01 deadlock_detected: the other one won, and ours can simply begin again. */
function lostARace(error: unknown): boolean {
  const code = codeOf(error);
  return code === "40001" || code === "40P01";
}

/** PostgreSQL's own code of an error, also when Drizzle has wrapped it. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  return codeOf(error.cause);
}

/** The name of the constraint that refused a row, if one did. */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("constraint_name" in error && typeof error.constraint_name === "string") return error.constraint_name;
  return constraintOf(error.cause);
}
