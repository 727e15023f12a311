import type { Refusal } from "#core/refusal";
import { type Change, savepoint } from "./change.ts";
import type { Tx } from "./client.ts";
import { codeOf, constraintOf, refusedValueOf } from "./error.ts";

/**
 * Awaits a statement. A row that one of the named constraints refuses becomes its refusal, which ends the change;
 * the database decides, so two who write at once are told apart too. A refusal is given the value that was refused, as
 * PostgreSQL writes it: of many rows, only the database knows which one it was.
 */
export async function orRefuse<T>(
  statement: PromiseLike<T>,
  refusals: Readonly<Record<string, (value: string | undefined) => Refusal>>,
): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    const refusal = refusals[constraintOf(error) ?? ""];
    throw refusal ? refusal(refusedValueOf(error)) : error;
  }
}

/** 23503 foreign_key_violation: a row of another table refers to this one. */
const foreignKeyViolation = "23503";

/** Deletes behind a savepoint. False when something still refers to what should go: then nothing has been deleted. */
export async function deletedUnlessReferred(change: Change, work: (tx: Tx) => Promise<unknown>): Promise<boolean> {
  try {
    await savepoint(change, ({ tx }) => work(tx));
    return true;
  } catch (error) {
    if (codeOf(error) === foreignKeyViolation) return false;
    throw error;
  }
}
