import type { Actor } from "#core/actor";
import { auditPersonal } from "#core/audit/personal";
import type { Action } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import type * as report from "#core/contract/report";
import type { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { databaseNow } from "#core/db/columns";
import { sql } from "#core/db/drizzle";
import { codeOf } from "#core/db/error";
import { atStandbysAddress } from "#core/db/standby";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";
import { storeSettings } from "#core/store/settings";
import { execute, placeWithin } from "./execute.ts";
import { asReporter, hasLogin } from "./login.ts";
import { refuseFunctions } from "./refuse-functions.ts";
import { readQuery } from "./show-query.ts";
import { type Written, written } from "./written.ts";

interface RunRequest {
  readonly action: Action;
  readonly queryId: Id<"report"> | null;
  readonly statement: string;
  readonly declared: readonly report.QueryParameter[];
  readonly parameters: Readonly<Record<string, string | null>>;
}

export async function runQuery(
  by: Actor,
  input: InputOf<typeof report.runQuery>,
  commit: typeof inChange,
): Promise<report.Result> {
  const { id, statement, parameters: declared } = await readQuery(by, input);
  return run(by, commit, { action: "report.runQuery", queryId: id, statement, declared, parameters: input.parameters });
}

export const tryQuery = (
  by: Actor,
  input: InputOf<typeof report.tryQuery>,
  commit: typeof inChange,
): Promise<report.Result> => run(by, commit, { action: "report.tryQuery", queryId: null, ...input });

/**
 * The run is recorded with its text before it reaches the database, and with its outcome afterwards. Between the two
 * commits no other connection or lock is held: only the login's own connection is in use.
 */
async function run(by: Actor, commit: typeof inChange, request: RunRequest): Promise<report.Result> {
  const statement = written(request.statement, request.declared, request.parameters);
  await refuseFunctions(statement);
  const { timeZone } = await storeSettings(db());
  const runId = newId("reportRun");
  if (!(await hasLogin())) throw new Refusal("report.off");
  await commit(by, (change) => begin(change, runId, request));
  const began = performance.now();
  try {
    const found = await atStandbysAddress((url) => executeAt(url, runId, timeZone, statement));
    await commit(by, (change) =>
      end(change, runId, { status: "done", rows: found.rows.length, cut: found.cut, says: null }),
    );
    return { runId, ...found, milliseconds: Math.round(performance.now() - began) };
  } catch (error) {
    const { status, refusal } = outcomeOf(error, statement);
    const says = error instanceof Error ? error.message : null;
    await commit(by, (change) => end(change, runId, { status, rows: null, cut: null, says }));
    throw refusal;
  }
}

async function executeAt(url: string, runId: Id<"reportRun">, timeZone: string, statement: Written) {
  const client = await asReporter(runId, timeZone, url);
  try {
    return await execute(client, statement);
  } catch (error) {
    // The login's connection limit is reached: nothing is wrong with the server.
    throw codeOf(error) === "53300" ? new Refusal("report.busy") : error;
  } finally {
    await client.end({ timeout: 1 });
  }
}

type Change = Parameters<Parameters<typeof inChange>[1]>[0];

async function begin(
  change: Change,
  runId: Id<"reportRun">,
  { action, queryId, statement, parameters }: RunRequest,
): Promise<void> {
  await change.tx.execute(sql`
    insert into report_runs (id, query_id, statement, parameters, actor_id, actor_name, status, started_at)
    values (${runId}, ${queryId}, ${statement}, ${JSON.stringify(parameters)}::jsonb, ${change.by.id}, ${change.by.name},
      'running', ${databaseNow})`);
  auditPersonal(change, action, queryId ?? runId, { after: { runId, statement, parameters } });
}

interface Ended {
  readonly status: report.Run["status"];
  readonly rows: number | null;
  readonly cut: boolean | null;
  readonly says: string | null;
}

async function end(change: Change, runId: Id<"reportRun">, { status, rows, cut, says }: Ended): Promise<void> {
  await change.tx.execute(sql`
    update report_runs set status = ${status}, rows = ${rows}, cut = ${cut}, says = ${says?.slice(0, 2_000) ?? null},
      ended_at = ${databaseNow}
    where id = ${runId}`);
}

/** Errors caused by the statement answer PostgreSQL's own message and its position; others are passed on. */
function outcomeOf(error: unknown, { placeOf }: Written): { status: report.Run["status"]; refusal: unknown } {
  if (error instanceof Refusal) return { status: "failed", refusal: error };
  const code = codeOf(error) ?? "";
  const sentence = error instanceof Error ? error.message : "";
  if (code === "57014" && /statement timeout/.test(sentence))
    return { status: "timedOut", refusal: new Refusal("report.tooSlow") };
  if (code === "57014") return { status: "cancelled", refusal: new Refusal("report.cancelled") };
  // 0A, 21 to 29, 2B, 3F, 42, 53, 54, XX: the statement, its values, its names, its privileges, its resources, and
  // PostgreSQL's own faults.
  if (!/^(0A|2[1-9B]|3F|42|53|54|XX)/.test(code)) return { status: "failed", refusal: error };
  const place = placeWithin(positionOf(error));
  return {
    status: "failed",
    refusal: new Refusal("report.failed", { sentence, position: place === null ? null : placeOf(place) }),
  };
}

const positionOf = (error: unknown): string | undefined =>
  error instanceof Error && "position" in error && typeof error.position === "string" ? error.position : undefined;
