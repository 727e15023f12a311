import { isDeepStrictEqual } from "node:util";
import type { internalActions } from "#core/contract/audit";
import type { OperationName } from "#core/contract/index";
import { type Id, prefixes } from "#core/contract/kit/fields";
import { type Change, writeLast } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { storable } from "#core/work/storable";

const kinds = new Map<string, string>(Object.entries(prefixes).map(([kind, prefix]) => [prefix, kind]));

/** Only what has changed. Never a secret, a password or a token. */
export interface Difference {
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
}

export type Action = OperationName | (typeof internalActions)[number];

/**
 * Writes the audit entry of a change, within it. The subject's type is read from its id; without an id, `subjectType`
 * gives it.
 * @returns the entry's id.
 */
export function audit(
  change: Change,
  action: Action,
  subjectId: string,
  { before, after }: Difference = {},
  subjectType = kinds.get(subjectId.slice(0, 3)) ?? "store",
): Id<"audit"> {
  const { by } = change;
  const id = newId("audit");
  const entry = sql`
    insert into audit (id, change_id, at, actor_kind, actor_id, actor_name, actor_role, action,
      subject_type, subject_id, before, after)
    values (${id}, ${change.id}, ${change.at.toISOString()}::timestamptz, ${by.kind}, ${by.id}, ${by.name},
      ${by.role}, ${action}, ${subjectType}, ${subjectId}, ${jsonOf(before)}::jsonb, ${jsonOf(after)}::jsonb)`;
  writeLast(change, entry);
  return id;
}

const jsonOf = (value: unknown): string | null => (value === undefined || value === null ? null : storable(value));

/** For comparing values as JSON: the database may return JSON keys in another order, which is no difference. */
const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

/** The fields of `after` that differ from `before`, with both values: the content of an edit's audit entry. */
export function differenceOf<T extends Readonly<Record<string, unknown>>>(before: T, after: Partial<T>): Difference {
  const isSame = (key: string) =>
    before[key] === after[key] || isDeepStrictEqual(asJson(before[key]), asJson(after[key]));
  const changed = Object.keys(after).filter((key) => !isSame(key));
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((key) => [key, from[key] ?? null]));
  return { before: pick(before), after: pick(after) };
}
