/** Works on what providers have sent: reads it, and settles what it says in one change with the record of having done so. */
import { system } from "#core/actor";
import type { Change, inChange } from "#core/db/change";
import type { Adapter, Family } from "#core/provider/adapter";
import { outcomeOf } from "#core/provider/call";
import { httpFor } from "#core/provider/http";
import type { Outcome } from "#core/provider/outcome";
import { settingsOf } from "#core/provider/sealed-settings";
import { secretsIn } from "#core/provider/settings";
import type { TimeLeft } from "#core/time-left";
import { workThrough } from "#core/work/loop";
import { evenSlots } from "#core/work/slots";
import { type ClaimedInbound, type InboundOutcome, inboxLease } from "./inbox-lease.ts";

const slotsTotal = 16;
const slotsOfOne = 12;
/** The longest that reading takes: an exchange or two, where an event can only be believed by asking. */
const readMsMax = 65_000;

/** What settling says of an event: `ignored` when it is about nothing of ours, `later` when what it is about is under way. */
export type Settled = { readonly is: InboundOutcome["is"]; readonly says: string | null };

/** The events of a kind of provider, and what to do about them. */
export interface Inbox {
  readonly family: Family;
  /** Reads what came; the settling of what it says runs in a change of its own. */
  readonly read: (
    adapter: Adapter,
    row: ClaimedInbound,
    tools: Tools,
  ) => Promise<Outcome<(change: Change) => Promise<Settled>>>;
}

export interface Tools {
  readonly http: ReturnType<typeof httpFor>;
  readonly settings: NonNullable<Awaited<ReturnType<typeof settingsOf>>>;
}

/** Ties the events of a kind of provider to what settles them. */
export function inboxOf<Received>(
  family: Family<Adapter<Received>>,
  settle: (change: Change, provider: string, received: Received) => Promise<Settled>,
): Inbox {
  return {
    family,
    read: async (_, row, { http, settings }) => {
      const receives = (await family.load(row.provider))?.receives;
      if (!receives) return { is: "refused", code: "settings", says: `${row.provider} sends no events.` };
      const inbound = { headers: row.headers, body: Buffer.from(row.body, "base64"), at: new Date(row.receivedAt) };
      const read = await outcomeOf(http, () => receives.read(http, settings, inbound));
      if (read.is !== "done") return read;
      return { is: "done", value: (change) => settle(change, row.provider, read.value) };
    },
  };
}

export interface InboxTaker {
  readonly inboxes: readonly Inbox[];
  readonly timeLeft: TimeLeft;
  /** Opens a change, and publishes what it has emitted once it has committed. */
  readonly commit: typeof inChange;
}

/** @returns whether the time was up before everything due was done. */
export const takeInbox = ({ inboxes, timeLeft, commit }: InboxTaker): Promise<{ readonly unfinished: boolean }> =>
  workThrough({
    lease: inboxLease,
    slots: evenSlots(slotsTotal, slotsOfOne),
    timeLeft,
    withinMs: readMsMax,
    work: (row) => takeOne(row, inboxes, commit),
  });

/** Whoever has taken this event over settles it; what this worker has done is taken back. */
class Overtaken extends Error {}

async function takeOne(
  row: ClaimedInbound,
  inboxes: readonly Inbox[],
  commit: typeof inChange,
): Promise<InboundOutcome | undefined> {
  const inbox = inboxes.find(({ family }) => family.codes.includes(row.provider));
  const [adapter, settings] = [await inbox?.family.load(row.provider), await settingsOf(row.provider)];
  if (!inbox || !adapter || !settings) return { of: row, is: "stuck", says: `${row.provider} is not set up.` };
  const http = httpFor({ provider: row.provider, secrets: secretsIn(adapter.settings, settings) });
  const read = await inbox.read(adapter, row, { http, settings });
  if (read.is === "refused") return { of: row, is: "stuck", says: read.says };
  if (read.is !== "done") return { of: row, is: "later", says: read.why };
  try {
    await commit(system("take-inbox"), async (change) => {
      const { is, says } = await read.value(change);
      const [recorded] = await inboxLease.record([{ of: row, is, says }], change.tx);
      if (!recorded) throw new Overtaken();
    });
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
  }
  return undefined;
}
