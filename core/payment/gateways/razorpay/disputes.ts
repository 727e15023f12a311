/** Razorpay's disputes: in its events, and in its list. */
import * as z from "zod";
import { answeredAt, isYes } from "#core/provider/call";
import { idText, readableOf } from "#core/provider/fields";
import type { Http } from "#core/provider/http";
import { done, type Outcome } from "#core/provider/outcome";
import type { Dispute, DisputesSince, FoundDispute } from "../disputes.ts";
import type { Happened } from "../gateway.ts";
import { amountOf, no, type RazorpaySettings, send } from "./api.ts";

const text = z.string().nullish();

export const ShownDispute = z.object({
  id: idText,
  payment_id: idText,
  amount: z.int(),
  currency: z.string(),
  reason_code: text,
  phase: text,
  status: text,
});
type Shown = z.output<typeof ShownDispute>;

/** The states that are final. */
const ends: ReadonlyMap<string, boolean | null> = new Map([
  ["won", true],
  ["lost", false],
  ["closed", null],
]);

/** @param what the last word of the event's kind. */
export function disputeEvent(what: string, dispute: Shown, at: Date): Happened {
  if (what === "created") return disputeOf(dispute);
  const won = ends.get(what);
  if (won === undefined) return { is: "ignored", kind: `payment.dispute.${what}` };
  return { is: "disputeClosed", disputeId: dispute.id, won, closedAt: at };
}

function disputeOf({ id, payment_id, amount, currency, reason_code, phase }: Shown): Dispute {
  // Fraud alerts and inquiries take no money.
  const moneyTaken = phase !== "fraud" && phase !== "retrieval";
  const ids = { disputeId: id, paymentId: payment_id };
  return { is: "disputeOpened", ...ids, ...amountOf(amount, currency), moneyTaken, reason: reason_code ?? "" };
}

const pageMax = 100;
const pagesMax = 10;

/** The newest first. The account may have those of other shops: the answers are not recorded. */
export async function findDisputes(
  http: Http,
  given: RazorpaySettings,
  { opened, from: skipped = "0" }: Omit<DisputesSince, "changed">,
): Promise<Outcome<readonly FoundDispute[]>> {
  const all: FoundDispute[] = [];
  const from = Math.floor(opened.getTime() / 1_000);
  let skip = Number(skipped);
  for (let page = 1; ; page++) {
    const query = { from, count: pageMax, skip };
    const answer = await send(http, given, { method: "GET", path: "/disputes", query, secretAnswer: true });
    if (!isYes(answer)) return no(answer);
    const { items } = answer.as(z.object({ items: z.array(z.unknown()) }));
    const at = answeredAt(answer);
    all.push(...readableOf(items, (item) => disputeIn(item, at)));
    if (items.length < pageMax) return done(all);
    skip += pageMax;
    if (page === pagesMax) return done([...all, { is: "listGoesOn", from: String(skip) }]);
  }
}

/** @param at when it was in this state, by Razorpay's clock. */
function disputeIn(item: unknown, at: Date | undefined): Dispute {
  const shown = ShownDispute.parse(item);
  const won = ends.get(shown.status ?? "");
  return { ...disputeOf(shown), ...(won !== undefined && { closed: { won, closedAt: at } }) };
}
