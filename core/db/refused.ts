import type { Refusal } from "#core/refusal";
import { type Change, savepoint } from "./change.ts";
import type { Tx } from "./client.ts";
import { codeOf, constraintOf, refusedValueOf } from "./error.ts";

/**
 * Awaits a statement. If one of the named constraints refuses a row, its refusal is thrown, which ends the change. The
 * database decides, so this also holds for two writers at once. The refusal gets the refused value in PostgreSQL's
 * form: among many rows, only the database knows which one it was.
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

/** Deletes behind a savepoint. False if something still refers to the rows: then nothing has been deleted. */
export async function deletedUnlessReferred(change: Change, work: (tx: Tx) => Promise<unknown>): Promise<boolean> {
  try {
    await savepoint(change, ({ tx }) => work(tx));
    return true;
  } catch (error) {
    if (codeOf(error) === foreignKeyViolation) return false;
    throw error;
  }
}
