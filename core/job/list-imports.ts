import { and, desc, eq, inArray, lt } from "drizzle-orm";
import type { Actor } from "#core/actor";
import { importKinds, type list, rightToImport } from "#core/contract/import";
import type { InputOf, OutputOf } from "#core/contract/kit";
import { db } from "#core/db/client";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { jobs } from "./job.table.ts";
import { shownImport } from "./show-import.ts";

export async function listImports(by: Actor, input: InputOf<typeof list>): Promise<OutputOf<typeof list>> {
  const { kind, status, limit, cursor } = input;
  const may = importKinds.filter((one) => by.rights.has(rightToImport[one]) && (kind === undefined || one === kind));
  const after = idOfCursor(cursor, "import");
  const rows = await db()
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.direction, "import"),
        inArray(jobs.kind, may),
        status && eq(jobs.status, status),
        after && lt(jobs.id, after),
      ),
    )
    .orderBy(desc(jobs.id))
    .limit(rowsFor(limit));
  return pageFrom(
    rows,
    limit,
    ({ id }) => [id],
    (row) => shownImport(row),
  );
}
