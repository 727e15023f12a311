import type { Actor } from "#core/actor";
import { type Import, type ImportKind, importKinds, Options, rightToImport } from "#core/contract/import";
import type { Id } from "#core/contract/kit/fields";
import { refuseWithoutRight } from "#core/refusal";
import type { JobRow } from "./job.table.ts";
import { perSecond, shownJob } from "./show-job.ts";

export function shownImport(job: JobRow, refusedRows: Import["refusedRows"] = null): Import {
  const { startedAt, endedAt, bytesDone, bytesTotal } = job;
  const rate = perSecond(bytesDone, startedAt, endedAt);
  const isUnderWay = job.status === "queued" || job.status === "running";
  return {
    ...shownJob(job),
    id: job.id as Id<"import">, // an import's row has an import's id
    kind: kindOf(job),
    dryRun: job.dryRun,
    options: Options.parse(job.input),
    layout: job.layout,
    columns: job.header,
    bytes: bytesTotal,
    bytesDone: job.status === "done" ? (bytesTotal ?? bytesDone) : bytesDone,
    secondsLeft: isUnderWay && rate && bytesTotal ? Math.ceil((bytesTotal - bytesDone) / rate) : null,
    counts: {
      created: job.createdCount,
      changed: job.changedCount,
      same: job.sameCount,
      refused: job.refusedCount,
    },
    refusedRows,
  };
}

export function kindOf({ kind }: Pick<JobRow, "kind">): ImportKind {
  const found = importKinds.find((one) => one === kind);
  if (!found) throw new Error(`there are no imports of ${kind}`);
  return found;
}

/** Each kind has its own right. @throws Refusal `right.missing` */
export const refuseUnlessMayImport = (by: Actor, kind: ImportKind): void => refuseWithoutRight(by, rightToImport[kind]);
