/** Makes the recorded calls to providers, outside of any transaction, and settles their outcomes. */
import { system } from "#core/actor";
import type { inChange } from "#core/db/change";
import { isAway } from "#core/db/error";
import { log } from "#core/log";
import { httpFor } from "#core/provider/http";
import { noteHealth } from "#core/provider/note-health";
import { later } from "#core/provider/outcome";
import type { Exchange } from "#core/provider/record-exchange";
import { settingsOf } from "#core/provider/sealed-settings";
import { type Settings, secretsIn } from "#core/provider/settings";
import { sharedTokens } from "#core/provider/shared-tokens";
import { Refusal } from "#core/refusal";
import type { TimeLeft } from "#core/time-left";
import { workThrough } from "#core/work/loop";
import { patiently } from "#core/work/record-patiently";
import type { Attempted, CallKind } from "./call-kind.ts";
import { attemptMsMax, type CallOutcome, type ClaimedCall, callLease } from "./call-lease.ts";
import { callSlots } from "./call-slots.ts";
import { type Erase, eraseAgain } from "./erase-calls.ts";
import { writeAttempts } from "./write-attempts.ts";

/**
 * While a provider hangs, the workers waiting for it also look for calls to other providers. They look this often so
 * that those need not wait, with a statement that takes a fifth of a millisecond.
 */
const lookEveryMs = 25;

export interface CallMaker {
  readonly kinds: readonly CallKind[];
  readonly timeLeft: TimeLeft;
  /** Opens a change, and publishes what it emitted once it has committed. */
  readonly commit: typeof inChange;
  /** What is repeated for calls that were open when their order's customer was erased. */
  readonly erasures: readonly Erase[];
}

/** @returns whether the time ran out before everything due was done. */
export const makeCalls = ({
  kinds,
  timeLeft,
  commit,
  erasures,
}: CallMaker): Promise<{ readonly unfinished: boolean }> =>
  workThrough({
    lease: callLease,
    slots: callSlots(),
    // A worker that is stopped in the middle leaves calls with an unknown outcome.
    timeLeft: () => timeLeft() - attemptMsMax,
    withinMs: attemptMsMax,
    lookEveryMs,
    work: (row) => makeCall(row, { kinds, commit, erasures }),
  });

/** Another worker has taken over this call and will settle it; this worker's result is rolled back. */
class Overtaken extends Error {}

async function makeCall(
  row: ClaimedCall,
  { kinds, commit, erasures }: Omit<CallMaker, "timeLeft">,
): Promise<CallOutcome | undefined> {
  const kind = kinds.find(({ does }) => does === row.does);
  if (!kind) throw new Error(`there is no kind of call ${row.does}`);
  const made = await attempted(row, kind);
  await noteHealth(row.provider, made.outcome);
  if (made.outcome.is === "later") return { of: row, ...made };
  const settled = ({ settle, ...result }: Attempted) =>
    commit(system("make-calls"), async (change) => {
      await settle(change);
      const [recorded] = await callLease.record([{ of: row, ...result }], change.tx);
      if (!recorded) throw new Overtaken();
      await eraseAgain(change, row, erasures);
    });
  // What has been done at the provider is not forgotten because the database is away for a moment.
  const settledPatiently = (one: Attempted) =>
    patiently(
      () => settled(one),
      (error) => !isAway(error),
    );
  try {
    await settledPatiently(made).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return settledPatiently(kind.unsettled(row, error.message, row));
    });
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
  }
  return undefined;
}

async function attempted(row: ClaimedCall, kind: CallKind): Promise<Attempted> {
  const adapter = await kind.load(row.provider);
  let settings: Settings | undefined;
  try {
    settings = await settingsOf(row.provider);
  } catch (error) {
    log.error("a provider's settings cannot be read", { provider: row.provider, error });
    // Nothing was asked: an attempt without an outcome would count as one that may have succeeded.
    return { outcome: later("Its settings cannot be read."), isStuck: false, settle: async () => {} };
  }
  if (!adapter || !settings) return kind.refused(row, "settings", `${row.provider} is not set up any more.`);
  const exchanges: Exchange[] = [];
  const http = httpFor({
    provider: row.provider,
    secrets: secretsIn(adapter.settings, settings),
    tokens: sharedTokens(row.provider),
    record: (exchange) => exchanges.push(exchange),
    ...(kind.withinMs !== undefined && { withinMs: kind.withinMs }),
  });
  const progress = { mayHaveHappened: row.attempts - 1 > row.harmless, ageHours: row.ageHours };
  try {
    return await kind.attempt(http, settings, row, progress);
  } finally {
    await writeAttempts(row.id, exchanges);
  }
}
