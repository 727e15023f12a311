import { isAway } from "#core/db/error";
import { log } from "#core/log";

/**
 * Runs a schedule's steps, one after another; a step that fails does not keep the later ones from running.
 * @throws at the end if any has failed, so that the schedule counts as failed.
 */
export async function runSteps(steps: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  const errors = new Map<string, unknown>();
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run();
    } catch (error) {
      // Without the database none of the others can be run either.
      if (isAway(error)) throw error;
      log.error("step failed", { step, error });
      errors.set(step, error);
    }
  }
  if (errors.size > 0) throw new AggregateError(errors.values(), `Failed: ${[...errors.keys()].join(", ")}.`);
}
