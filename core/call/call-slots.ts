/** Limits on concurrent calls, so that neither a provider that hangs nor polling holds up the others. */
import { type Slots, slotsOf } from "#core/work/slots";
import type { CallQueue } from "./call-lease.ts";

const total = 40;
const perProvider = 8;
/** The most that polls may take, of a provider's share and of the whole: the rest is for what a person wants. */
const polledShare = 0.75;

export const callSlots = (): Slots<CallQueue> =>
  slotsOf(total, () => ({ provider, turn }) => [
    { name: "in all", most: total },
    { name: `of ${provider}`, most: perProvider },
    { name: turn, most: turn === "polled" ? total * polledShare : total },
    { name: `${turn} of ${provider}`, most: turn === "polled" ? perProvider * polledShare : perProvider },
  ]);
