/** What PostgreSQL has used so far: processor time, from /proc, and WAL writes. */
import { readdirSync, readFileSync } from "node:fs";
import { db } from "#core/db/client";

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;
/** Aurora counts WAL writes in units of 4 kB. */
const ioBytes = 4_096;

export interface DatabaseUse {
  readonly processorSeconds: number;
  /** Writes as Aurora bills them: only the WAL, because its storage writes the pages. */
  readonly ios: number;
}

export async function databaseUse(): Promise<DatabaseUse> {
  const [row] = await db().$client<{ folder: string; bytes: number; writes: number }[]>`
    select current_setting('data_directory') as folder, wal_bytes::float8 as bytes,
      (select coalesce(sum(writes), 0)::float8 from pg_stat_io where object = 'wal') as writes
    from pg_stat_wal`;
  const postmaster = Number(readFileSync(`${row?.folder}/postmaster.pid`, "utf8").split("\n")[0]);
  const ticks = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => usedBy(pid, postmaster))
    .reduce((sum, one) => sum + one, 0);
  return { processorSeconds: ticks / ticksPerSecond, ios: Math.max((row?.bytes ?? 0) / ioBytes, row?.writes ?? 0) };
}

/** Processor time of the server's processes; those that have ended are counted by their parent. */
function usedBy(pid: string, postmaster: number): number[] {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return []; // The process has ended since.
  }
  // After the name in parentheses: state, parent; from the twelfth on user, system, children's user, children's system.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [parent, user, system, children, childrensSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
  if (Number(pid) === postmaster) return [user, system, children, childrensSystem].map((one) => one ?? 0);
  return parent === postmaster ? [user ?? 0, system ?? 0] : [];
}
