/** How a kind of provider's events are processed: each is read, then settled in one change with the record of it. */
import * as z from "zod";
import { system } from "#core/actor";
import type { Change, inChange } from "#core/db/change";
import { log } from "#core/log";
import type { Adapter, Family } from "#core/provider/adapter";
import { outcomeOf } from "#core/provider/call";
import { misfitIn } from "#core/provider/fields";
import type { Http } from "#core/provider/http";
import { Ended, refused } from "#core/provider/outcome";
import type { Settings } from "#core/provider/settings";
import { gathered } from "#core/work/gathered";
import { type ClaimedInbound, type InboundOutcome, inboxLease } from "./inbox-lease.ts";

/** The result of settling an event: `ignored` if it is about nothing of ours, `later` if its subject is in progress. */
export interface Settled {
  readonly is: Exclude<InboundOutcome["is"], "unsigned">;
  readonly says: string | null;
}

export interface InboxEvent<Received> {
  readonly provider: string;
  readonly received: Received;
}

export interface Tools {
  readonly http: Http;
  readonly settings: Settings;
}

/** Processes one event. Returns nothing if the outcome is already recorded. */
type Taker = (row: ClaimedInbound, tools: Tools) => Promise<InboundOutcome | undefined>;

/** A kind of provider's events, and how to process them. */
export interface Inbox {
  readonly family: Family;
  /** For one run of the worker. Each `commit` is one change, and publishes what that emitted. */
  readonly takerFor: (commit: typeof inChange) => Taker;
}

interface Declared<Received> {
  readonly family: Family<Adapter<Received>>;
  readonly settle: (change: Change, event: InboxEvent<Received>) => Promise<Settled>;
  /** For events that come in large numbers and are settled faster together. */
  readonly together?: {
    readonly takes: (received: Received) => boolean;
    /** Undefined for events that must be settled one by one. If it throws, all of them are. */
    readonly settle: (
      change: Change,
      all: readonly InboxEvent<Received>[],
    ) => Promise<readonly (Settled | undefined)[]>;
  };
}

/** A change locks the rows of this many events, for some tens of milliseconds. */
const togetherMax = 25;
const togetherAtOnce = 2;
/** Settling is not urgent: a short wait makes the batches larger. */
const gatherMs = 25;
/** Each uses a connection while it is settled. */
const aloneAtOnce = 6;

/** Another worker has taken over these events and will settle them; this worker's changes are rolled back. */
class Overtaken extends Error {}

export function inboxOf<Received>({ family, settle, together }: Declared<Received>): Inbox {
  interface Read extends InboxEvent<Received> {
    readonly row: ClaimedInbound;
  }

  const takerFor = (commit: typeof inChange): Taker => {
    const alone = gathered<Read, void>(1, aloneAtOnce, async (one) => {
      await settleIn(commit, one, (change) => Promise.all(one.map((read) => settle(change, read))));
      return [undefined];
    });
    const settleAll = async (all: readonly Read[]): Promise<readonly boolean[]> => {
      const none = all.map(() => false);
      if (!together || all.length === 1) return none;
      try {
        return await settleIn(commit, all, (change) => together.settle(change, all));
      } catch (error) {
        log.warn("events not settled together, now one by one", { count: all.length, error });
        return none;
      }
    };
    const asOne = gathered(togetherMax, togetherAtOnce, settleAll, gatherMs);
    return async (row, { http, settings }) => {
      const adapter = await family.load(row.provider);
      const receives = adapter?.receives;
      if (!receives) return { of: row, is: "stuck", says: `${row.provider} sends no events.` };
      if (row.mode !== null && row.mode !== adapter.mode(settings)) return ofOtherMode(row, row.mode);
      const inbound = { headers: row.headers, body: Buffer.from(row.body, "base64"), at: new Date(row.receivedAt) };
      const read = await outcomeOf(http, () => receives.read(http, settings, inbound).catch(refuseOdd));
      if (read.is === "refused") return { of: row, is: refusedAs(read.code), says: read.says };
      if (read.is !== "done") return { of: row, is: "later", says: read.why };
      const event = { row, provider: row.provider, received: read.value };
      const isDone = together?.takes(event.received) && (await asOne(event));
      if (!isDone) await alone(event);
      return undefined;
    };
  };
  return { family, takerFor };
}

/** Test money pays nothing. What is about real money waits for the settings, as other events do. */
const ofOtherMode = (of: ClaimedInbound, mode: "live" | "test"): InboundOutcome => ({
  of,
  is: mode === "test" ? "ignored" : "later",
  says: `It was received in ${mode} mode.`,
});

/** With other settings it can be read: it waits for about a day for them. */
const refusedAs = (code: string) =>
  code === "unsigned" ? "unsigned" : code === "credentials" || code === "settings" ? "later" : "stuck";

/** An event that has another form than its provider describes will not have the right one at the next attempt. */
function refuseOdd(error: unknown): never {
  if (!(error instanceof z.ZodError)) throw error;
  throw new Ended(refused("odd", `It is not as described: ${misfitIn(error)}.`));
}

/**
 * Settles events and records that, in one change.
 * @returns whether each was settled, in their order. One that another worker has taken over is left to it.
 */
async function settleIn(
  commit: typeof inChange,
  all: readonly { readonly row: ClaimedInbound }[],
  settle: (change: Change) => Promise<readonly (Settled | undefined)[]>,
): Promise<boolean[]> {
  try {
    return await commit(system("take-inbox"), async (change) => {
      const settled = await settle(change);
      const outcomes = all.flatMap(({ row }, nth): InboundOutcome[] => {
        const one = settled[nth];
        return one ? [{ of: row, ...one }] : [];
      });
      const recorded = await inboxLease.record(outcomes, change.tx);
      if (recorded.length < outcomes.length) throw new Overtaken();
      return all.map((_, nth) => settled[nth] !== undefined);
    });
  } catch (error) {
    if (error instanceof Overtaken) return all.map(() => all.length === 1);
    throw error;
  }
}
