/** Processes received provider events: reads each, and settles it in one change with the record of that. */
import type { inChange } from "#core/db/change";
import { httpFor } from "#core/provider/http";
import { settingsOf } from "#core/provider/sealed-settings";
import { secretsIn } from "#core/provider/settings";
import type { TimeLeft } from "#core/time-left";
import { workThrough } from "#core/work/loop";
import { evenSlots } from "#core/work/slots";
import { type ClaimedInbound, type InboundOutcome, inboxLease } from "./inbox-lease.ts";
import type { Inbox } from "./inbox-of.ts";

/** Events in memory: in total, and per provider, so that a provider whose events are slow to read slows only itself. */
const slotsTotal = 150;
const slotsOfOne = 50;
/** The longest that reading takes: an exchange or two, if an event has to be verified by a request. */
const readMsMax = 65_000;

export interface InboxTaker {
  readonly inboxes: readonly Inbox[];
  readonly timeLeft: TimeLeft;
  /** Opens a change, and publishes what it emitted once it has committed. */
  readonly commit: typeof inChange;
}

/** @returns whether the time ran out before everything due was done. */
export function takeInbox({ inboxes, timeLeft, commit }: InboxTaker): Promise<{ readonly unfinished: boolean }> {
  const takers = inboxes.map(({ family, takerFor }) => ({ family, take: takerFor(commit) }));
  const settingsNow = sharedWhileRead(settingsOf);

  const work = async (row: ClaimedInbound): Promise<InboundOutcome | undefined> => {
    const taker = takers.find(({ family }) => family.codes.includes(row.provider));
    const [adapter, settings] = await Promise.all([taker?.family.load(row.provider), settingsNow(row.provider)]);
    if (!taker || !adapter || !settings) return { of: row, is: "stuck", says: `${row.provider} is not set up.` };
    const http = httpFor({ provider: row.provider, secrets: secretsIn(adapter.settings, settings) });
    return await taker.take(row, { http, settings });
  };
  const slots = evenSlots(slotsTotal, slotsOfOne);
  return workThrough({
    lease: inboxLease,
    slots,
    // A worker that is stopped while it reads hides its events until their lease ends.
    timeLeft: () => timeLeft() - readMsMax,
    withinMs: readMsMax,
    work,
  });
}

/** Concurrent reads of the same value share one query. */
function sharedWhileRead<T>(read: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const reading = new Map<string, Promise<T>>();
  return (name) => {
    const known = reading.get(name) ?? read(name).finally(() => reading.delete(name));
    reading.set(name, known);
    return known;
  };
}
