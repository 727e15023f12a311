/** A kind of call to a provider: what the request is made from, and what follows from its outcome. */
import * as z from "zod";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { Adapter } from "#core/provider/adapter";
import { afterUnknown, type Call, ofRepetition, outcomeOf } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { later, type NotLater, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { Settings } from "#core/provider/settings";
import { isAccountAsked } from "./account-asked.ts";

/** A row of `calls`, for settling it. */
export interface CallRow {
  readonly id: Id<"call">;
  readonly provider: string;
  readonly does: string;
  readonly subjectId: string;
  readonly orderId: Id<"order"> | null;
  /** The change that wanted it. */
  readonly changeId: Id<"change">;
  readonly asked: unknown;
}

/** What a person has seen at the provider of a call that happened. */
export interface Seen {
  /** What the provider shows people: a refund's number, a label's tracking number. */
  readonly reference?: string | undefined;
  /** By which its API finds it, if that is something else. */
  readonly id?: string | undefined;
}

interface Declared<Loaded extends Adapter, Asked, Value> {
  readonly does: string;
  readonly load: (code: string) => Promise<Loaded | undefined>;
  /** The time limit of each exchange, for calls of many, or if someone waits for the answer and a late one is useless. */
  readonly withinMs?: number;
  /** The adapter's implementation; undefined if it does not support this. */
  readonly call: (adapter: Loaded, row: CallRow) => Call<Settings, Asked, Value> | undefined;
  /** The table of its subjects, if they have a mode: in the other one it would be done to something else, or found nowhere. */
  readonly modeIn?: "refunds" | "payment_requests" | "parcels";
  /** Why it must not be made any more, if that has changed while it waited: then it is only looked up. */
  readonly unwanted?: (row: CallRow) => Promise<string | undefined>;
  /** For a call that nobody can request again: if the provider refuses the credentials, it is retried for a day. */
  readonly waitsForCredentials?: true;
  /** Identifies the provider's account, for calls that another account would not find and would make a second time. */
  readonly account?: (adapter: Loaded, settings: Settings) => string;
  /** Converts between the row's JSON and the adapter's input. */
  readonly asked: z.ZodType<Asked, unknown>;
  /**
   * For a call whose outcome a person has determined: what the provider would have answered. Kinds without it do no
   * harm if the call did happen, so one whose outcome cannot be determined counts as refused.
   */
  readonly decided?: (asked: Asked, seen: Seen) => Value;
  /**
   * Writes the consequences, in the same change as the outcome. It runs once for a yes or a no, and before that once
   * each time the outcome is unknown, but not when it is put off. It begins by locking its order, if there is one.
   * @throws Refusal if the outcome does not fit what is recorded: it then counts as unknown.
   */
  readonly settle: (change: Change, row: CallRow, outcome: NotLater<Value>) => Promise<void>;
}

/** An outcome with its consequences. */
export interface Attempted {
  readonly outcome: Outcome<unknown>;
  readonly settle: (change: Change) => Promise<void>;
  /** No more attempts are possible: only a person can say what happened. */
  readonly isStuck: boolean;
}

/** The state of a call before an attempt. */
export interface CallProgress {
  /** Whether an earlier attempt may have succeeded. */
  readonly mayHaveHappened: boolean;
  /** Hours since it was recorded, which is before it was first sent. */
  readonly ageHours: number;
}

export interface CallKind {
  readonly does: string;
  readonly withinMs?: number;
  readonly load: (code: string) => Promise<Adapter | undefined>;
  /** One attempt: sends the request, or looks for the result of an earlier attempt. */
  readonly attempt: (http: Http, settings: Settings, row: CallRow, progress: CallProgress) => Promise<Attempted>;
  /** An outcome that a person has determined, as if the provider had answered it. */
  readonly happened: (row: CallRow, seen: Seen) => Attempted;
  /** An outcome that could not be settled: it is asked for again for a day, and then left to a person. */
  readonly unsettled: (row: CallRow, why: string, progress: Pick<CallProgress, "ageHours">) => Attempted;
  /** A no that is known without a request. */
  readonly refused: (row: CallRow, code: string, says: string) => Attempted;
}

/** After this long without a known outcome, or without reaching the provider, it is given up. */
const tryForHours = 24;

/** Combines the parts of a call kind, so that the worker need not know the kinds' types. */
export function callKind<Loaded extends Adapter, Asked, Value>(kind: Declared<Loaded, Asked, Value>): CallKind {
  const attempted = (row: CallRow, given: Outcome<Value>, stuck = false): Attempted => {
    const givesUp = stuck && given.is === "unknown" && !kind.decided;
    const waits = kind.waitsForCredentials && given.is === "refused" && given.code === "credentials";
    const outcome = givesUp ? refused("unknown", given.why) : waits ? later(given.says) : given;
    const isStuck = stuck && outcome.is === "unknown";
    const settle = async (change: Change) => {
      if (outcome.is !== "later") await kind.settle(change, row, outcome);
    };
    return { outcome, isStuck, settle };
  };
  return {
    does: kind.does,
    load: kind.load,
    ...(kind.withinMs !== undefined && { withinMs: kind.withinMs }),
    attempt: async (http, settings, row, progress) => {
      const adapter = await kind.load(row.provider);
      const call = adapter && kind.call(adapter, row);
      if (!call) return attempted(row, refused("settings", `${row.provider} cannot do this.`));
      const mode = kind.modeIn && (await modeAsked(kind.modeIn, row));
      if (mode && mode !== adapter.mode(settings)) {
        const says = `This was begun in ${mode} mode. Set ${adapter.label} up in ${mode} mode again.`;
        const isOld = progress.ageHours >= tryForHours;
        return progress.mayHaveHappened
          ? attempted(row, unknown(says), isOld)
          : attempted(row, refused("settings", says));
      }
      const account = kind.account?.(adapter, settings);
      if (account !== undefined && !(await isAccountAsked(row.id, account, progress.mayHaveHappened))) {
        const says = `This was first requested with another account of ${adapter.label}. Set that account up again, or check there what was done.`;
        return attempted(row, unknown(says), progress.ageHours >= tryForHours);
      }
      const asked = z.decode(kind.asked, row.asked);
      return await attemptOf(
        call,
        { ...progress, unwanted: await kind.unwanted?.(row) },
        (outcome, isStuck) => attempted(row, outcome, isStuck),
        (way) => outcomeOf(http, async () => await way(http, settings, asked)),
      );
    },
    happened: (row, seen) => {
      if (!kind.decided) throw new Error(`a ${row.does} is never left to a person`);
      return attempted(row, { is: "done", value: kind.decided(z.decode(kind.asked, row.asked), seen) });
    },
    unsettled: (row, why, { ageHours }) => attempted(row, unknown(why), ageHours >= tryForHours),
    refused: (row, code, says) => attempted(row, refused(code, says)),
  };
}

async function modeAsked(table: string, { subjectId }: CallRow): Promise<"live" | "test" | undefined> {
  const [subject] = await db().execute<{ mode: "live" | "test" }>(sql`
    select mode from ${sql.raw(table)} where id = ${subjectId}`);
  return subject?.mode;
}

async function attemptOf<Asked, Value>(
  call: Call<Settings, Asked, Value>,
  { mayHaveHappened, ageHours, unwanted }: CallProgress & { readonly unwanted: string | undefined },
  attempted: (outcome: Outcome<Value>, isStuck?: boolean) => Attempted,
  run: <Result extends Outcome<Value> | { readonly is: "absent" }>(
    way: (http: Http, settings: Settings, asked: Asked) => Promise<Result>,
  ) => Promise<Result | Outcome<Value>>,
): Promise<Attempted> {
  const isOld = ageHours >= tryForHours;
  const isUnwanted = unwanted !== undefined;
  if (!mayHaveHappened) {
    if (isUnwanted) return attempted(refused("unwanted", unwanted));
    if (isOld) return attempted(refused("unreachable", "It could not be reached for a whole day; nothing was done."));
    return attempted(await run((http, settings, asked) => call.ask(http, settings, asked)));
  }
  const again = (outcome: Outcome<Value>) => attempted(ofRepetition(outcome, isOld), isOld);
  const next = afterUnknown(call, ageHours);
  if (next === "leave it to a person") return attempted(unknown("It can be neither repeated nor looked up."), true);
  if (next === "ask" && !isUnwanted)
    return again(await run((http, settings, asked) => call.ask(http, settings, asked)));
  const found = await run((http, settings, asked) => {
    if (!call.find) throw new Error("this call cannot be looked up");
    return call.find(http, settings, asked);
  });
  if (found.is !== "absent") return again(found);
  if (isUnwanted) return attempted(refused("unwanted", unwanted));
  const { afterMinutes = 0 } = call.repeats.how === "findFirst" ? call.repeats : {};
  const isTooEarly = ageHours * 60 < afterMinutes;
  if (next === "find" || isTooEarly) return again(unknown("It was not found; it may yet appear."));
  return again(await run((http, settings, asked) => call.ask(http, settings, asked)));
}
