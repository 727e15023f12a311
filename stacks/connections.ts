/**
 * How many connections the database allows, and how they are shared out: the only place that calculates this. An
 * instance of a function handles one request at a time and keeps one connection, which the database closes after a
 * minute without use (core/db/client.ts), even while the instance is frozen.
 */
import { queues, schedules } from "#functions/wiring";
import { givenDatabasePort, setting } from "./surroundings.ts";

/** Aurora's limit with a minimum below 1 ACU, whatever the maximum. */
const auroraMax = 2_000;
/** PostgreSQL's default. */
const postgresMax = 100;
/** For people, the doctor and the database's own maintenance. */
const keptBack = 10;
/** With fewer than this, a single page of the admin would have requests refused. */
const requestsMin = 20;

/** The database's limit: `DATABASE_MAX_CONNECTIONS`, or its default. */
export function connectionsMax(): number {
  const text = setting("DATABASE_MAX_CONNECTIONS");
  if (text === undefined) return givenDatabasePort() === null ? auroraMax : postgresMax;
  if (!/^\d{1,6}$/.test(text)) throw new Error(`DATABASE_MAX_CONNECTIONS is "${text}": it is a number, such as 200.`);
  return Number(text);
}

/** All workers at their maximum, each schedule once, and the migration. */
const background = (): number => queues.reduce((sum, { concurrency }) => sum + concurrency, schedules.length + 1);

/**
 * The API's rate limit and burst limit. In one second at most the sum of both comes in, and each request takes at most
 * one instance of a function and so one connection: each limit is half of what is left.
 * @throws a sentence if the database allows too few.
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
