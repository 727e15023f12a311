/** Fields of providers' answers that adapters rely on: what does not fit makes the answer one that was not understood. */
import * as z from "zod";

/** What does not fit, and where. */
export const misfitIn = ({ issues: [issue] }: z.ZodError): string =>
  `${issue?.path.join(".") || "the body"}: ${issue?.message}`;

/** Those of a list that `read` can read: one that does not fit does not hide the others. */
export const readableOf = <One, Value>(list: readonly One[], read: (one: One) => Value): Value[] =>
  list.flatMap((one) => {
    try {
      return [read(one)];
    } catch (error) {
      if (error instanceof z.ZodError) return [];
      throw error;
    }
  });

/** An id by which something is found again. */
export const idText = z.string().trim().min(1).max(255);

/** The address of a page. */
export const pageUrl = z.url({ protocol: /^https?$/, hostname: /./ });

const lifetimeMax = 30 * 24 * 3_600;

/** Short, if it is not said: a token that is refused is replaced in any case. */
const lifetimeUsual = 300;

/** For how many seconds a token is valid: a number, or text. One without a limit is fetched again after a while. */
export const lifetime = z.coerce
  .number()
  .min(0)
  .catch(lifetimeUsual)
  .transform((seconds) => Math.min(seconds, lifetimeMax));

/** Null for no time, or one that stands for none: many systems write the year 0, 1, 1900, 2099 or 9999. */
export function plausible(time: Date): Date | null {
  const year = time.getUTCFullYear();
  return year >= 2000 && year < 2099 ? time : null;
}

/** The end of the year 9999: later times cannot be written as ISO 8601 has them. */
const secondsMax = 253_402_300_799;

/** A time in ISO 8601. One that stands for none does not fit: PostgreSQL has no year 0, nor has an answer of ours. */
export const isoTime = z.iso
  .datetime()
  .transform((text) => new Date(text))
  .refine((time) => plausible(time) !== null, "not a plausible time");

/** A time in seconds since 1970. */
export const unixTime = z
  .int()
  .min(0)
  .max(secondsMax)
  .transform((seconds) => new Date(seconds * 1_000));
