/**
 * The name of a backup until it is complete. What is killed leaves it behind, with a dump that looks like any other:
 * pg_dump even finishes by itself, and the files are missing.
 */
export const whileMade = (folder: string): string => `${folder}.part-${process.pid}`;

/** @throws a sentence for a backup that never became complete. */
export function refuseUnfinished(folder: string): void {
  if (!/\.part-\d+$/.test(folder)) return;
  throw new Error(`${folder} is a backup that was interrupted, and may lack files: restore another, and remove it.`);
}
