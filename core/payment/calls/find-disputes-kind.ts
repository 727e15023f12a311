import * as z from "zod";
import { callKind } from "#core/call/call-kind";
import { time } from "#core/contract/kit/fields";
import { gateways } from "#core/payment/gateway-family";
import type { Dispute, Gateway } from "#core/payment/gateways/gateway";
import { openDispute, orderPaidBy } from "#core/payment/take-dispute";

interface Asked {
  readonly since: Date;
}

/** A dispute that was not reported counts like any other, once. The account may have others, of other shops. */
export const findDisputesKind = callKind<Gateway, Asked, readonly Dispute[]>({
  does: "findDisputes",
  load: gateways.load,
  // An attempt has time for ten pages.
  withinMs: 9_000,
  call: ({ findDisputes }) =>
    findDisputes && {
      repeats: { how: "freely" },
      ask: (http, settings, { since }) => findDisputes(http, settings, since),
    },
  asked: z.object({ since: time }),
  settle: async (change, { provider }, outcome) => {
    if (outcome.is !== "done") return;
    for (const dispute of outcome.value) {
      const isOurs = (await orderPaidBy(change, provider, dispute.paymentId)) !== undefined;
      if (isOurs) await openDispute(change, provider, dispute);
    }
  },
});
