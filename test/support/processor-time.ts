/**
 * Milliseconds of processor time that this process takes for some work: what else the machine does hardly changes it,
 * so tests can set a limit for it.
 */
export async function processorMsOf(work: () => unknown): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

/** The same of the fastest of several runs. */
export async function leastProcessorMsOf(runs: number, work: () => unknown): Promise<number> {
  const taken: number[] = [];
  for (let run = 0; run < runs; run++) taken.push(await processorMsOf(work));
  return Math.min(...taken);
}
