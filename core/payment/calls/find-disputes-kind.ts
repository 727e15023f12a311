import * as z from "zod";
import { ask } from "#core/call/ask";
import { callKind } from "#core/call/call-kind";
import { time } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { gateways } from "#core/payment/gateway-family";
import type { Dispute, FoundDispute, ListedDispute, ListGoesOn } from "#core/payment/gateways/disputes";
import type { Gateway } from "#core/payment/gateways/gateway";
import { orderPaidBy } from "#core/payment/take-dispute";
import { takeFound } from "./take-found.ts";

const Asked = z.object({
  since: time,
  changedSince: time.optional(),
  /** Of a list that goes on: where, and after how many looks. */
  from: z.string().optional(),
  looks: z.int().default(0),
});

/** At one list, however long it is. */
const looksMax = 10;
/** That a look can show to be read one by one. */
const listedMax = 500;
/** Between two that are read one by one: a gateway that is asked too often refuses refunds as well. */
const secondsApart = 2;

/** What was not reported counts like any other, once. The account may have others, of other shops. */
export const findDisputesKind = callKind<Gateway, z.output<typeof Asked>, readonly FoundDispute[]>({
  does: "findDisputes",
  load: gateways.load,
  // An attempt has time for ten pages.
  withinMs: 9_000,
  call: ({ findDisputes }) =>
    findDisputes && {
      repeats: { how: "freely" },
      ask: (http, settings, { since, changedSince = since, from }) =>
        findDisputes(http, settings, { opened: since, changed: changedSince, from }),
    },
  asked: Asked,
  settle: async (change, { provider, asked }, outcome) => {
    if (outcome.is !== "done") return;
    const before = Asked.parse(asked);
    const looks = before.looks + 1;
    for (const [nth, one] of outcome.value.entries()) {
      if (one.is === "listGoesOn") {
        if (looks < looksMax) await goOn(change, provider, { ...before, from: one.from, looks });
      } else if (one.is === "disputeListed") {
        const { disputeId } = one;
        const inSeconds = (before.looks * listedMax + nth) * secondsApart;
        const later = { polled: true, inSeconds } as const;
        await ask(change, { provider, does: "readDispute", subjectId: disputeId, asked: { disputeId }, ...later });
      } else await takeOurs(change, provider, one);
    }
  },
});

/** In a call of its own: while this one is not settled, there can be no other of the gateway. */
const goOn = (change: Change, provider: string, asked: z.output<typeof Asked>): Promise<void> =>
  ask(change, { provider, does: "findDisputes", subjectId: change.id, asked });

/** One that a list only names. */
export const readDisputeKind = callKind<Gateway, Pick<ListedDispute, "disputeId">, Dispute>({
  does: "readDispute",
  load: gateways.load,
  call: ({ readDispute }) => readDispute,
  asked: z.object({ disputeId: z.string() }),
  settle: async (change, { provider }, outcome) => {
    if (outcome.is === "done") await takeOurs(change, provider, outcome.value);
  },
});

async function takeOurs(
  change: Change,
  provider: string,
  found: Exclude<FoundDispute, ListedDispute | ListGoesOn>,
): Promise<void> {
  const { paymentId } = found;
  const isOurs = paymentId !== undefined && (await orderPaidBy(change, provider, paymentId)) !== undefined;
  if (isOurs) await takeFound(change, provider, found, found.is === "paymentReversed" ? found.at : undefined);
}
