import { type Change, writeLast } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { storable } from "#core/work/storable";
import type { Action, Difference } from "./record.ts";

/** The audit entries of a change that does the same to many subjects of one type, in one statement. */
export function auditEach(
  change: Change,
  action: Action,
  subjectType: string,
  entries: readonly (Difference & { readonly subjectId: string })[],
): void {
  if (entries.length === 0) return;
  const { by } = change;
  const rows = entries.map((entry) => ({ id: newId("audit"), ...entry }));
  const written = sql`
    insert into audit (id, change_id, at, actor_kind, actor_id, actor_name, actor_role, action,
      subject_type, subject_id, before, after)
    select id, ${change.id}, ${change.at.toISOString()}::timestamptz, ${by.kind}, ${by.id}, ${by.name}, ${by.role}, ${action},
      ${subjectType}, "subjectId", before, after
    from jsonb_to_recordset(${storable(rows)}::jsonb)
      as entries (id text, "subjectId" text, before jsonb, after jsonb)`;
  writeLast(change, written);
}
