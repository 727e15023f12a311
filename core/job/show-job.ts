import type { JobRow } from "./job.table.ts";

/** What the API shows of every job. */
export const shownJob = ({ fileName, status, rowsDone, says, startedAt, endedAt, createdAt, ...job }: JobRow) => ({
  fileName,
  status,
  rows: rowsDone,
  rowsPerSecond: perSecond(rowsDone, startedAt, endedAt),
  says,
  by: { kind: job.actorKind, id: job.actorId, name: job.actorName },
  createdAt,
  startedAt,
  endedAt,
});

/** Since the start, including waits: the rate that determines when it will end. */
export function perSecond(done: number, startedAt: Date | null, endedAt: Date | null): number | null {
  if (!startedAt || done === 0) return null;
  const seconds = ((endedAt ?? new Date()).getTime() - startedAt.getTime()) / 1_000;
  return Math.round((done / Math.max(seconds, 0.001)) * 10) / 10;
}
