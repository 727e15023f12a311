/** What a database error means, even if Drizzle has wrapped it. */

/** Whether work failed only because it kept losing races, or waited too long for a lock (55P03). */
export const isBusy = (error: unknown): boolean => lostARace(error) || codeOf(error) === "55P03";

/** Work found that another transaction won where PostgreSQL knows only of a refused row: it can start again. */
export class LostRace extends Error {
  override name = "LostRace";
}

/** 40001 serialization_failure and 40P01 deadlock_detected: another transaction won, and ours can start again. */
export function lostARace(error: unknown): boolean {
  if (error instanceof LostRace) return true;
  const code = codeOf(error);
  return code === "40001" || code === "40P01";
}

/**
 * The server went down (57P01, 57P02), closed an idle connection (57P05) or cut it: statements sent over it may or may
 * not have been executed.
 */
const closed = ["57P01", "57P02", "57P05", "CONNECTION_CLOSED", "CONNECTION_DESTROYED", "ECONNRESET", "EPIPE"];

export const lostItsConnection = (error: unknown): boolean => closed.includes(codeOf(error) ?? "");

/** The database refused the values (classes 22 and 23; 54: too long for an index): it would refuse them again. */
export const refusedItsValues = (error: unknown): boolean => /^(?:2[23]|54)/.test(codeOf(error) ?? "");

/** There is no answer, the name has no address, or the server is starting (57P03) or out of connections (53300). */
const unreached = [
  ...["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "CONNECT_TIMEOUT", "ENOTFOUND", "EAI_AGAIN"],
  ...["57P03", "53300"],
];

/** 28P01 invalid_password: it was changed, and this process has the old one. */
export const refusesPassword = (error: unknown): boolean => codeOf(error) === "28P01";

/** 25006 read_only_sql_transaction: after a failover our connections lead to what is a standby now. Nothing was written. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === "25006";

/** Whether the database cannot be reached, refuses our login, or went away in the middle: a later retry may succeed. */
export const isAway = (error: unknown): boolean =>
  lostItsConnection(error) ||
  isReadOnly(error) ||
  refusesPassword(error) ||
  unreached.includes(codeOf(error) ?? "") ||
  lacksItsSocket(error);

/** A stopped server has removed its socket's file. Any other missing file is a fault. */
function lacksItsSocket(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("syscall" in error) return error.syscall === "connect" && codeOf(error) === "ENOENT";
  return lacksItsSocket(error.cause);
}

/** 53100 disk_full: nothing can be written, but reading still works. */
export const isFull = (error: unknown): boolean => codeOf(error) === "53100";

/** PostgreSQL's code for an error, even if Drizzle has wrapped it. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  return codeOf(error.cause);
}

/**
 * Why something failed, for people. For a query it is what PostgreSQL said: Drizzle's message ends with the parameters,
 * such as the hash of a password.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "params" in error && error.cause ? reasonOf(error.cause) : error.message;
}

/** The name of the constraint that refused a row, if one did. */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("constraint_name" in error && typeof error.constraint_name === "string") return error.constraint_name;
  return constraintOf(error.cause);
}

/** The value that a constraint refused: `A-1` in "Key (sku)=(A-1) already exists.", whatever the server's language. */
export function refusedValueOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("detail" in error && typeof error.detail === "string") return /\)=\((.*)\)/s.exec(error.detail)?.[1];
  return refusedValueOf(error.cause);
}
