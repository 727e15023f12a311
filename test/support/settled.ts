import type { Check } from "#core/contract/doctor";
import { examine } from "#core/doctor/examine";
import { handler as sweepBackorders } from "#functions/schedule/sweep-backorders";
import { handler as sweepUnpaid } from "#functions/schedule/sweep-unpaid";
import { invocation, scheduled } from "./invocation.ts";

/**
 * The doctor's consistency checks that found something wrong, after the sweeps that correct what orders hold
 * and wait for. Something waiting for a person is not a fault.
 */
export async function settled(): Promise<Check[]> {
  await sweepUnpaid(scheduled, invocation);
  await sweepBackorders(scheduled, invocation);
  const { checks } = await examine();
  return checks.filter(({ number, status }) => number >= 6 && number <= 13 && status === "fail");
}
