import * as z from "zod";
import { ask } from "#core/call/ask";
import { callKind } from "#core/call/call-kind";
import { time } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { gateways } from "#core/payment/gateway-family";
import type { Dispute, FoundDispute, ListedDispute } from "#core/payment/gateways/disputes";
import type { Gateway } from "#core/payment/gateways/gateway";
import { reversePayment } from "#core/payment/reverse-payment";
import { openDispute, orderPaidBy } from "#core/payment/take-dispute";

interface Asked {
  readonly since: Date;
  readonly changedSince?: Date | undefined;
}

/** What was not reported counts like any other, once. The account may have others, of other shops. */
export const findDisputesKind = callKind<Gateway, Asked, readonly FoundDispute[]>({
  does: "findDisputes",
  load: gateways.load,
  // An attempt has time for ten pages.
  withinMs: 9_000,
  call: ({ findDisputes }) =>
    findDisputes && {
      repeats: { how: "freely" },
      ask: (http, settings, { since, changedSince = since }) =>
        findDisputes(http, settings, { opened: since, changed: changedSince }),
    },
  asked: z.object({ since: time, changedSince: time.optional() }),
  settle: async (change, { provider }, outcome) => {
    if (outcome.is !== "done") return;
    for (const one of outcome.value) {
      if (one.is !== "disputeListed") await takeFound(change, provider, one);
      else {
        const { disputeId } = one;
        await ask(change, { provider, does: "readDispute", subjectId: disputeId, asked: { disputeId }, polled: true });
      }
    }
  },
});

/** One that a list only names. */
export const readDisputeKind = callKind<Gateway, Pick<ListedDispute, "disputeId">, Dispute>({
  does: "readDispute",
  load: gateways.load,
  call: ({ readDispute }) => readDispute,
  asked: z.object({ disputeId: z.string() }),
  settle: async (change, { provider }, outcome) => {
    if (outcome.is === "done") await takeFound(change, provider, outcome.value);
  },
});

async function takeFound(change: Change, provider: string, found: Exclude<FoundDispute, ListedDispute>): Promise<void> {
  const isOurs = (await orderPaidBy(change, provider, found.paymentId)) !== undefined;
  if (!isOurs) return;
  if (found.is === "disputeOpened") await openDispute(change, provider, found);
  else await reversePayment(change, provider, found, found.at);
}
