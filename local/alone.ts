import { mkdir, rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/** A holder that takes longer than this was killed. */
const heldMsMax = 120_000;

/** Does something that only one process may do at a time: test files run side by side. `folder` is there while it lasts. Aborting ends the wait. */
export async function alone<Done>(folder: string, work: () => Promise<Done>, signal?: AbortSignal): Promise<Done> {
  for (const began = Date.now(); ; await pause(100, undefined, { ...(signal && { signal }) })) {
    const mine = await mkdir(folder).then(
      () => true,
      () => false,
    );
    if (!mine && Date.now() - began > heldMsMax) await rm(folder, { recursive: true, force: true });
    if (!mine) continue;
    try {
      return await work();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
