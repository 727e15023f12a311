import { isDeepStrictEqual } from "node:util";
import { prefixes } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import { auditEntries } from "./audit.table.ts";

const kinds = new Map<string, string>(Object.entries(prefixes).map(([kind, prefix]) => [prefix, kind]));

/** What changed, and only that. Never a secret, a password or a token. */
export interface Difference {
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
}

/**
 * Writes the audit entry of a change, within it. `action` is the operation's name, or the schedule's;
 * the subject's type is read from its id, or named by `subjectType` where it has none.
 */
export async function audit(
  change: Change,
  action: string,
  subjectId: string,
  { before, after }: Difference = {},
  subjectType = kinds.get(subjectId.slice(0, 3)) ?? "store",
): Promise<void> {
  const { by } = change;
  await change.tx.insert(auditEntries).values({
    id: newId("audit"),
    changeId: change.id,
    at: change.at,
    actorKind: by.kind,
    actorId: by.id,
    actorName: by.name,
    actorRole: by.role,
    action,
    subjectType,
    subjectId,
    before: before ?? null,
    after: after ?? null,
  });
}

/** What the database keeps as JSON comes back with its keys in an order of its own, which is no difference. */
const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

/** The fields of `after` that differ from `before`, on both sides: what an audit entry of an edit holds. */
export function differenceOf<T extends Readonly<Record<string, unknown>>>(before: T, after: Partial<T>): Difference {
  const changed = Object.keys(after).filter((key) => !isDeepStrictEqual(asJson(before[key]), asJson(after[key])));
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((key) => [key, from[key] ?? null]));
  return { before: pick(before), after: pick(after) };
}
