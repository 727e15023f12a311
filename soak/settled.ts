import type { Check } from "#core/contract/doctor";
import { examine } from "#core/doctor/examine";
import { handler as sweepWaiting } from "#functions/schedule/sweep-waiting";

/** The doctor's checks of the store's truth that are not ok, after the sweep that stands behind the waiting lines. */
export async function settled(): Promise<Check[]> {
  await sweepWaiting();
  const { checks } = await examine();
  return checks.filter(({ number, status }) => number >= 6 && number <= 13 && status !== "ok");
}
