/**
 * Reads on the standby, if `DATABASE_READ_URL` names one, so that heavy reading (reports, exports, the doctor, people's
 * SQL) does not slow down selling. A standby lags by some milliseconds, so it is queried only once it has what the
 * store had when the request arrived; whenever it is behind or away, the store's own database answers instead.
 */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "#core/db/drizzle";
import { optional, required } from "#core/environment";
import { log } from "#core/log";
import { answeredBy, besides, connect, frozenSince, type Pool, primary, retire } from "./client.ts";
import { isAway, isReadOnly, lostARace } from "./error.ts";
import { abandon } from "./pool/driver.ts";

/** How long a query waits for the standby to catch up. */
const followMsMax = 1_000;
const lookAgainMs = 20;
/** How long the standby is not used after it was behind, or did not answer. */
const behindMs = 5_000;
const awayMs = 30_000;

let standby: { readonly pool: Pool; readonly url: string } | undefined;
let usedAt = 0;
let leftAloneUntil = 0;

/** Within `work`, `db()` is the standby. It must only read, and may be run a second time from its start. */
export const onStandby = <T>(work: () => Promise<T>): Promise<T> =>
  preferringStandby((pool) => answeredBy(pool, work), work);

/** The same for work that opens its own connection: it is given the address. */
export const atStandbysAddress = <T>(work: (url: string) => Promise<T>): Promise<T> =>
  preferringStandby(
    (_, url) => work(url),
    () => work(required("DATABASE_URL", "it names the PostgreSQL that holds the store")),
  );

async function preferringStandby<T>(
  there: (pool: Pool, url: string) => Promise<T>,
  here: () => Promise<T>,
): Promise<T> {
  const url = optional("DATABASE_READ_URL");
  if (url === undefined || Date.now() < leftAloneUntil) return here();
  const asked = await newest();
  try {
    const pool = poolOn(url);
    if (await follows(pool, asked)) return await there(pool, url);
    leaveAlone(behindMs);
  } catch (error) {
    if (!couldNotAnswer(error)) throw error;
    leaveAlone(lostARace(error) ? 0 : awayMs);
    log.warn("the standby did not answer", { error });
  }
  return here();
}

/**
 * It is away, or PostgreSQL stopped a long query there (40001) because rows it read were removed in the store. That it
 * only reads is no failure of its own.
 */
const couldNotAnswer = (error: unknown): boolean => (isAway(error) && !isReadOnly(error)) || lostARace(error);

const leaveAlone = (forMs: number): void => {
  leftAloneUntil = Date.now() + forMs;
};

/** Ends all reading on it: it does not answer. */
export async function abandonStandby(): Promise<void> {
  const lost = standby?.pool;
  standby = undefined;
  leaveAlone(awayMs);
  if (!lost) return;
  besides.delete(lost);
  await abandon(lost.$client);
}

function poolOn(url: string): Pool {
  if (standby && (standby.url !== url || frozenSince(usedAt))) {
    besides.delete(standby.pool);
    retire(standby.pool);
    standby = undefined;
  }
  standby ??= { url, pool: connect(url, undefined, undefined, true) };
  besides.add(standby.pool);
  usedAt = Date.now();
  return standby.pool;
}

/**
 * The last things staff did. Every change by people leaves an audit entry in the same transaction. Transactions that
 * commit at the same moment may do so in either order, hence several.
 */
async function newest(): Promise<string[]> {
  const rows = await primary().execute<{ id: string }>(sql`select id from audit order by id desc limit 20`);
  return rows.map(({ id }) => id);
}

async function follows(pool: Pool, asked: readonly string[]): Promise<boolean> {
  const giveUpAt = performance.now() + followMsMax;
  for (;;) {
    const [found] = await pool.execute<{ there: number }>(
      sql`select count(*)::integer as there from audit where id = any(${sql.param(asked)}::text[])`,
    );
    if (found?.there === asked.length) return true;
    if (performance.now() > giveUpAt) return false;
    await pause(lookAgainMs);
  }
}
