/**
 * How many connections the database holds, and who may have them: the one place where that sum is done. One copy of a
 * function answers one request at a time and keeps one connection, which the database closes when nothing came over it for
 * a minute (core/db/client.ts), also while the copy is frozen.
 */
import { queues, schedules } from "#functions/wiring";
import { givenDatabasePort, told } from "./surroundings.ts";

/** Aurora's own limit below 1 ACU at rest, however large it may grow. */
const auroraMax = 2_000;
/** PostgreSQL's own, unless its operator says otherwise. */
const postgresMax = 100;
/** For people, the doctor, the database's own upkeep. */
const keptBack = 10;
/** Fewer than this, and one page of the admin is refused its lists. */
const requestsMin = 20;

/** What the database takes: `DATABASE_MAX_CONNECTIONS`, or what is known of it. */
export function connectionsMax(): number {
  const said = told("DATABASE_MAX_CONNECTIONS");
  if (said === undefined) return givenDatabasePort() === null ? auroraMax : postgresMax;
  if (!/^\d{1,6}$/.test(said)) throw new Error(`DATABASE_MAX_CONNECTIONS is "${said}": it is a number, such as 200.`);
  return Number(said);
}

/** Workers at their most, each schedule once, and the migration. */
const background = (): number => queues.reduce((sum, { concurrency }) => sum + concurrency, schedules.length + 1);

/**
 * How many requests the API lets in a second, and at once. In one second no more than both together come in, and each takes
 * a copy of a function, so a connection, at most: half of what is left is each one's share.
 * @throws a sentence when the database holds too few.
 */
export function throttle(): { rateLimit: number; burstLimit: number } {
  const left = connectionsMax() - keptBack - background();
  if (left < requestsMin) {
    throw new Error(
      `The database holds ${connectionsMax()} connections, and the store needs ${keptBack + background() + requestsMin} at the least: give it more, and say so by DATABASE_MAX_CONNECTIONS.`,
    );
  }
  const share = Math.floor(left / 2);
  return { rateLimit: share, burstLimit: share };
}
