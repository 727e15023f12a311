import { db } from "#core/db/client";
import { log } from "#core/log";
import type { Outcome } from "./delivery-lease.ts";
import type { Wake, WakeUp } from "./wake.ts";
import type { Lane } from "./webhook.table.ts";

/** An endpoint is slow when its 95th percentile is over 2 s. */
const slowMs = 2_000;
/** One attempt's weight in the share of slow ones: about the last 40 attempts count. */
const weight = 0.05;
/** Lower bound of the weight of earlier attempts: with ever more successes it would become too small for PostgreSQL. */
const rememberedMin = 1e-6;

interface Tally {
  readonly lane: Lane;
  readonly attempts: number;
  readonly slow: number;
  readonly succeeded: boolean;
  /** Failures since the last success. */
  readonly failures: number;
}

const writeEveryMs = 1_000;

/** Gathers the endpoints' health, so that an endpoint's row is written once for many attempts. */
export function tally(wake: Wake) {
  let tallies = new Map<string, Tally>();
  let writtenAt = performance.now();
  const write = async () => {
    writtenAt = performance.now();
    const written = [...tallies].sort(([a], [b]) => (a < b ? -1 : 1));
    tallies = new Map();
    if (written.length === 0) return;
    try {
      // Endpoints that changed lane are served by other senders from now on.
      await wake(await writeHealth(written));
    } catch (error) {
      // Deliveries are recorded; only the figures on the endpoint's screen lag a little.
      log.warn("health of endpoints not written", { error });
    }
  };
  return {
    add: ({ of, error, ms }: Outcome) => {
      const before = tallies.get(of.endpointId) ?? { attempts: 0, slow: 0, succeeded: false, failures: 0 };
      tallies.set(of.endpointId, {
        lane: of.lane,
        attempts: before.attempts + 1,
        slow: before.slow + (ms > slowMs ? 1 : 0),
        succeeded: before.succeeded || error === null,
        failures: error === null ? 0 : before.failures + 1,
      });
    },
    /** Writes what has been gathered. */
    write,
    /** Writes it if it has been gathered for a while. */
    writeNowAndThen: async () => {
      if (performance.now() - writtenAt > writeEveryMs) await write();
    },
  };
}

/**
 * Rows are locked first, in the order of their ids, and changed by a second statement: a single statement would see
 * the row as it was before it waited, and three senders to one endpoint would deadlock.
 */
async function writeHealth(tallies: readonly (readonly [endpointId: string, Tally])[]): Promise<WakeUp[]> {
  const ids = tallies.map(([id]) => id);
  const column = <T>(of: (tally: Tally) => T) => tallies.map(([, one]) => of(one));
  const moved = await db().$client.begin(async (sql) => {
    await sql`select id from webhook_endpoints where id = any(${ids}::text[]) order by id for no key update`;
    return sql<{ lane: Lane; moved: boolean }[]>`
      update webhook_endpoints endpoint set
        last_success_at = case when succeeded > 0 then clock_timestamp() else last_success_at end,
        failures_in_a_row = given.failures + case when succeeded > 0 then 0 else failures_in_a_row end,
        slow_share = round((endpoint.slow_share * remembered + given.slow_share * (1 - remembered))::numeric, 6)
      from unnest(${ids}::text[], ${column(({ lane }) => lane)}::text[],
        ${column(({ attempts, slow }) => slow / attempts)}::real[], ${column(({ attempts }) => Math.max(rememberedMin, (1 - weight) ** attempts))}::real[],
        ${column(({ succeeded }) => (succeeded ? 1 : 0))}::int[], ${column(({ failures }) => failures)}::int[]
      ) as given (id, lane, slow_share, remembered, succeeded, failures)
      where endpoint.id = given.id
      returning endpoint.lane, endpoint.lane <> given.lane as moved`;
  });
  return moved.filter((one) => one.moved).map(({ lane }) => ({ lane }));
}
