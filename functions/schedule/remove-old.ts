import { log } from "#core/log";
import { removeOldPeopleRows } from "#core/staff/remove-old";
import { removeOldDeliveries } from "#core/webhook/remove-old";

/** Well within the ten minutes that the schedule gives it; what is left then goes an hour later. */
const workMs = 8 * 60_000;

/** Removes what has had its day: ended sessions, answers kept for repeats, delivered rows and their events. */
export async function handler(): Promise<void> {
  log.info("removed", { ...(await removeOldPeopleRows()), ...(await removeOldDeliveries(performance.now() + workMs)) });
}
