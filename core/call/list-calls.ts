import * as z from "zod";
import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as provider from "#core/contract/provider";
import { Call } from "#core/contract/provider";
import { type Db, db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { idOfCursor, pageFrom } from "#core/db/page";
import { wireTime } from "#core/db/wire";

interface Which {
  readonly id?: string | undefined;
  readonly changeId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly provider?: string | undefined;
  readonly status?: string | undefined;
  readonly needsDecision?: boolean | undefined;
  readonly before?: string | undefined;
  /** Without the tests of providers' settings. */
  readonly noTests?: boolean | undefined;
  readonly most?: number | undefined;
}

/** The newest of each call. */
const attemptsMax = 20;
/** In bytes, for all calls of an answer: a provider may fill its answers, up to 8 kB each. */
const textsMax = 2_000_000;

/** Calls as the API shows them, newest first. */
export async function callsShown(tx: Db, which: Which): Promise<z.output<typeof Call>[]> {
  const needsDecision = sql`(status = 'unknown' and due_at is null)`;
  const conditions: (SQL | false | undefined)[] = [
    which.id !== undefined && sql`id = ${which.id}`,
    which.changeId !== undefined && sql`change_id = ${which.changeId}`,
    which.orderId !== undefined && sql`order_id = ${which.orderId}`,
    which.provider !== undefined && sql`provider = ${which.provider}`,
    which.status !== undefined && sql`status = ${which.status}`,
    which.needsDecision === true && needsDecision,
    which.needsDecision === false && sql`not ${needsDecision}`,
    which.before !== undefined && sql`id < ${which.before}`,
    which.noTests === true && sql`does <> 'check'`,
  ];
  const rows = await tx.execute<{ wire: z.input<typeof Call> }>(sql`
    with page as (
      select * from calls where ${sql.join([sql`true`, ...conditions.filter((one) => !!one)], sql` and `)}
      order by id desc limit ${which.most ?? 200}
    ), attempt as (
      select made.*, sum(octet_length(made.request) + octet_length(made.answer)) over (order by made.call_id desc, made.id desc) as bytes
      from page cross join lateral (
        select * from call_attempts where call_id = page.id order by id desc limit ${attemptsMax}) made
    )
    select json_build_object('id', id, 'provider', provider, 'does', does, 'subjectId', subject_id, 'orderId', order_id,
      'status', status, 'says', says, 'needsDecision', ${needsDecision},
      'attempts', (
        select coalesce(json_agg(json_build_object('at', ${wireTime("a.at")}, 'milliseconds', a.milliseconds,
          'method', a.method, 'url', a.url, 'status', a.status, 'failure', a.failure,
          'request', case when a.bytes <= ${textsMax} then a.request else '…' end,
          'answer', case when a.bytes <= ${textsMax} then a.answer else '…' end) order by a.id), '[]')
        from attempt a where a.call_id = page.id),
      'createdAt', ${wireTime("created_at")}, 'settledAt', ${wireTime("settled_at")}) as wire
    from page order by id desc`);
  return rows.map(({ wire }) => z.decode(Call, wire));
}

/** A test's answer is about the provider's account, so it is only for those who may read the settings. */
export async function listCalls(
  by: Actor,
  { limit, cursor, ...which }: InputOf<typeof provider.listCalls>,
): Promise<OutputOf<typeof provider.listCalls>> {
  const before = idOfCursor(cursor, "call");
  const rows = await callsShown(db(), { ...which, before, most: limit + 1, noTests: !by.rights.has("providers.read") });
  return pageFrom(rows, limit, ({ id }) => [id]);
}
