import type { Change } from "#core/db/change";
import { insertRows } from "#core/db/insert-rows";
import { newId } from "#core/id";
import { auditEntries } from "./audit.table.ts";
import type { Action, Difference } from "./record.ts";

/** Writes the audit entries of a change that does the same to many subjects of one type, in one statement. */
export async function auditEach(
  { tx, by, at, id }: Change,
  action: Action,
  subjectType: string,
  entries: readonly (Difference & { readonly subjectId: string })[],
): Promise<void> {
  const actor = { actorKind: by.kind, actorId: by.id, actorName: by.name, actorRole: by.role };
  const rows = entries.map(({ subjectId, before = null, after = null }) => ({
    ...actor,
    ...{ id: newId("audit"), changeId: id, at, action, subjectType, subjectId },
    before: before && { ...before },
    after: after && { ...after },
  }));
  await insertRows(tx, auditEntries, rows);
}
