/** Stripe's disputes: in its events, and in its list. */
import * as z from "zod";
import { answeredAt } from "#core/provider/call";
import { idText, readableOf } from "#core/provider/fields";
import type { Http } from "#core/provider/http";
import { done, type NotDone, type Outcome, refused } from "#core/provider/outcome";
import type { Dispute, DisputesSince, FoundDispute } from "../disputes.ts";
import type { Happened } from "../gateway.ts";
import { amountOf, no, type StripeSettings, send } from "./api.ts";

const Shown = z.object({
  id: idText,
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  reason: z.string(),
  payment_intent: z.string().nullish(),
  charge: z.string(),
  balance_transactions: z.array(z.unknown()).nullish().catch(null),
});

/** The states that are final. `prevented`: settled with the bank, by a rule, before it became one. */
const ends: Readonly<Record<string, boolean | null>> = {
  won: true,
  lost: false,
  warning_closed: null,
  prevented: null,
};

export function disputeEvent(type: string, object: unknown, at: Date): Happened {
  const dispute = Shown.parse(object);
  if (type === "charge.dispute.closed")
    return { is: "disputeClosed", disputeId: dispute.id, won: ends[dispute.status] ?? null, closedAt: at };
  return disputeOf(dispute, at, type === "charge.dispute.funds_withdrawn");
}

/** @param at when it was in this state, by Stripe's clock. */
function disputeOf(dispute: z.output<typeof Shown>, at: Date | undefined, isWithdrawn = false): Dispute {
  const { id, amount, currency, status, reason, payment_intent, charge, balance_transactions } = dispute;
  const ids = { disputeId: id, paymentId: payment_intent ?? charge };
  // In a bank's inquiry no money has moved, and often none will; the money of a prevented one may have been refunded.
  const isTaken = status === "prevented" ? balance_transactions?.length : !status.startsWith("warning_");
  const moneyTaken = isWithdrawn || Boolean(isTaken);
  // An inquiry that was closed can still become a dispute.
  const openAt = /^(?:warning_)?(?:needs_response|under_review)$/.test(status) ? at : undefined;
  const closed = Object.hasOwn(ends, status) ? { won: ends[status] ?? null, closedAt: at } : undefined;
  return { is: "disputeOpened", ...ids, ...amountOf(amount, currency), moneyTaken, reason, openAt, closed };
}

const List = z.object({ data: z.array(z.looseObject({ id: idText })), has_more: z.boolean() });

const pageMax = 100;
const pagesMax = 10;

/** The newest first. The account may have those of other shops: the answers are not recorded. */
export async function findDisputes(
  http: Http,
  given: StripeSettings,
  { opened, from: last }: Omit<DisputesSince, "changed">,
): Promise<Outcome<readonly FoundDispute[]>> {
  const all: FoundDispute[] = [];
  const from = Math.floor(opened.getTime() / 1_000);
  let after = last;
  for (let page = 1; ; page++) {
    const query = { "created[gte]": from, limit: pageMax, starting_after: after };
    const answer = await send(http, given, { method: "GET", path: "/v1/disputes", query, secretAnswer: true });
    if (answer.status !== 200) return answer.status === 403 ? withoutRight(no(answer)) : no(answer);
    const { data, has_more } = answer.as(List);
    const at = answeredAt(answer);
    all.push(...readableOf(data, (one) => disputeOf(Shown.parse(one), at)));
    after = data.at(-1)?.id;
    if (!has_more || after === undefined) return done(all);
    if (page === pagesMax) return done([...all, { is: "listGoesOn", from: after }]);
  }
}

/** A restricted key need not be allowed to read disputes: Stripe is well, and takes it for everything else. */
const withoutRight = (outcome: NotDone): NotDone =>
  outcome.is === "refused" ? refused("noPermission", outcome.says) : outcome;
