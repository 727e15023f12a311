/** What an error of the database means, also when Drizzle has wrapped it. */

/** Whether work lost every race it began, or waited for a lock longer than anybody should (55P03): nothing is wrong with it. */
export const isBusy = (error: unknown): boolean => lostARace(error) || codeOf(error) === "55P03";

/** 40001 serialization_failure and 40P01 deadlock_detected: the other one won, and ours can simply begin again. */
export function lostARace(error: unknown): boolean {
  const code = codeOf(error);
  return code === "40001" || code === "40P01";
}

/**
 * The server went down (57P01, 57P02), closed a connection that nothing came over (57P05) or cut it: what was asked over it
 * may have been done or not.
 */
const closed = ["57P01", "57P02", "57P05", "CONNECTION_CLOSED", "CONNECTION_DESTROYED", "ECONNRESET", "EPIPE"];

export const lostItsConnection = (error: unknown): boolean => closed.includes(codeOf(error) ?? "");

/** What was to be written is not what the database takes (classes 22 and 23): asked again, it would refuse it again. */
export const refusedItsValues = (error: unknown): boolean => /^2[23]/.test(codeOf(error) ?? "");

/** Nobody answers there, its name has no address, or it answers that it is starting (57P03) or full (53300). */
const unreached = [
  ...["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "CONNECT_TIMEOUT", "ENOTFOUND", "EAI_AGAIN"],
  ...["57P03", "53300"],
];

/** 28P01 invalid_password: it was changed, and we have not heard of it yet. */
export const refusesPassword = (error: unknown): boolean => codeOf(error) === "28P01";

/** Whether the database cannot be reached or lets us not in, or went away in the middle of it: whoever comes back later will be served. */
export const isAway = (error: unknown): boolean =>
  lostItsConnection(error) ||
  refusesPassword(error) ||
  unreached.includes(codeOf(error) ?? "") ||
  lacksItsSocket(error);

/** Where a socket leads to the server, a stopped one has taken its file away. Any other file that is missing is a fault. */
function lacksItsSocket(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("syscall" in error) return error.syscall === "connect" && codeOf(error) === "ENOENT";
  return lacksItsSocket(error.cause);
}

/** 53100 disk_full: nothing more can be written, and reading goes on. */
export const isFull = (error: unknown): boolean => codeOf(error) === "53100";

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

/** The value that a constraint refused: `A-1` of "Key (sku)=(A-1) already exists.", in whichever language it is said. */
export function refusedValueOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("detail" in error && typeof error.detail === "string") return /\)=\((.*)\)/s.exec(error.detail)?.[1];
  return refusedValueOf(error.cause);
}
