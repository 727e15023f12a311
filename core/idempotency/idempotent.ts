import { createHash } from "node:crypto";
import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { Operation } from "#core/contract/kit/operation";
import { type Change, writeLast } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { digest, open, seal } from "#core/secret";

/** An answer as sent over the wire. */
export interface Answered {
  readonly status: number;
  readonly body: string;
  readonly replayed?: true;
  /** Of a replayed answer: the change that made it. */
  readonly changeId?: Id<"change">;
}

/**
 * Does the work once for each (actor, key), however often it is requested. The record is written in the change's
 * own transaction: a second request waits for the first one's commit, then gives the same answer.
 * A refused request leaves no record, because nothing was changed. Ages are by the database's clock: a process with a
 * wrong clock would do the work twice.
 */
export async function idempotent(
  change: Change,
  op: Operation,
  key: string,
  input: unknown,
  work: () => Promise<Answered>,
): Promise<Answered> {
  const actor = nameOf(change.by, input);
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([op.name, input]))
    .digest("hex");
  const [mine] = await change.tx.execute(sql`
    insert into idempotency as kept (actor, key, fingerprint, change_id, created_at)
    values (${actor}, ${key}, ${fingerprint}, ${change.id}, clock_timestamp())
    on conflict (actor, key) do update
      set fingerprint = excluded.fingerprint, change_id = excluded.change_id, created_at = excluded.created_at
      where kept.created_at < excluded.created_at - interval '24 hours'
    returning key`);
  const owner = `${actor} ${key}`;
  if (mine) {
    const answered = await work();
    const kept = op.answersSecret ? seal(answered.body, owner) : answered.body;
    const keeping = sql`
      update idempotency set status = ${answered.status}, answer = ${kept} where actor = ${actor} and key = ${key}`;
    writeLast(change, keeping);
    return answered;
  }
  const [earlier] = await change.tx.execute<Earlier>(sql`
    select fingerprint, change_id as "changeId", status, answer from idempotency where actor = ${actor} and key = ${key}`);
  if (!earlier || earlier.fingerprint !== fingerprint) throw new Refusal("idempotency.mismatch");
  const body = op.answersSecret ? open(earlier.answer, owner) : earlier.answer;
  const { status, changeId } = earlier;
  return { status, body, replayed: true, ...(changeId && { changeId }) };
}

interface Earlier extends Record<string, unknown> {
  readonly fingerprint: string;
  /** Null if an earlier version of the program kept it. */
  readonly changeId: Id<"change"> | null;
  readonly status: number;
  readonly answer: string;
}

/** All shoppers share the shop's key: each is known by the cart whose token they have. */
function nameOf({ id, kind, storefront }: Actor, input: unknown): string {
  const name = id ?? kind;
  const isOfCart = storefront && typeof input === "object" && input && "token" in input;
  return isOfCart ? `${name} ${digest(String(input.token))}` : name;
}
