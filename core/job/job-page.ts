import { db } from "#core/db/client";
import { and, desc, eq, inArray, lt } from "#core/db/drizzle";
import { type Page, pageFrom, rowsFor } from "#core/db/page";
import { type JobRow, jobs } from "./job.table.ts";

interface Wanted {
  readonly direction: JobRow["direction"];
  /** The kinds that the caller may see. */
  readonly kinds: readonly JobRow["kind"][];
  readonly status: JobRow["status"] | undefined;
  readonly limit: number;
  readonly after: JobRow["id"] | undefined;
}

/** A page of imports or of exports, newest first. */
export async function jobPage<Shown>(
  { direction, kinds, status, limit, after }: Wanted,
  shown: (row: JobRow) => Shown,
): Promise<Page<Shown>> {
  const rows = await db()
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.direction, direction),
        inArray(jobs.kind, [...kinds]),
        status && eq(jobs.status, status),
        after && lt(jobs.id, after),
      ),
    )
    .orderBy(desc(jobs.id))
    .limit(rowsFor(limit));
  return pageFrom(rows, limit, ({ id }) => [id], shown);
}
