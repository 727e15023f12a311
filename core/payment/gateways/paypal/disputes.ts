/** PayPal's disputes: in its events, in its list, which does not say what they are about, and one by one. */
import * as z from "zod";
import { isYes } from "#core/provider/call";
import { idText, readableOf } from "#core/provider/fields";
import type { Answer, Http } from "#core/provider/http";
import { done, type NotDone, type Outcome, refused } from "#core/provider/outcome";
import type { Dispute, DisputesSince, FoundDispute, ListedDispute } from "../disputes.ts";
import type { Gateway, Happened } from "../gateway.ts";
import { amountOf, Money, no, type PayPalSettings, send, timeOf } from "./api.ts";

const text = z.string().nullish();

export const ShownDispute = z.object({
  dispute_id: idText,
  disputed_transactions: z.array(z.object({ seller_transaction_id: idText })).min(1),
  reason: text,
  dispute_amount: Money,
  dispute_life_cycle_stage: text,
  status: text,
  update_time: text,
});
export const Resolved = z.object({
  dispute_id: idText,
  dispute_outcome: z.object({ outcome_code: text }).nullish(),
  update_time: text,
});

/** @param at when it was in this state, if the dispute does not say so. */
export function disputeOpened(dispute: z.output<typeof ShownDispute>, at: Date | undefined): Dispute {
  const { dispute_id, disputed_transactions, reason, dispute_amount, dispute_life_cycle_stage } = dispute;
  const ids = { disputeId: dispute_id, paymentId: disputed_transactions[0]?.seller_transaction_id ?? "" };
  // An inquiry is between buyer and seller; PayPal holds the money only once it is a claim.
  const moneyTaken = dispute_life_cycle_stage !== "INQUIRY";
  // PayPal reopens disputes, and reports that only as an update.
  const isOpen = dispute.status !== undefined && dispute.status !== null && dispute.status !== "RESOLVED";
  const openAt = isOpen ? (timeOf(dispute.update_time) ?? at) : undefined;
  return { is: "disputeOpened", ...ids, ...amountOf(dispute_amount), moneyTaken, reason: reason ?? "", openAt };
}

export const disputeClosed = (dispute: z.output<typeof Resolved>, at: Date): Happened => ({
  ...{ is: "disputeClosed", disputeId: dispute.dispute_id },
  ...{ won: wonBy(dispute), closedAt: timeOf(dispute.update_time) ?? at },
});

function wonBy({ dispute_outcome }: z.output<typeof Resolved>): boolean | null {
  const outcome = dispute_outcome?.outcome_code;
  return outcome === "RESOLVED_SELLER_FAVOUR" ? true : outcome === "RESOLVED_BUYER_FAVOUR" ? false : null;
}

const path = "/v1/customer/disputes";
const pageMax = 50;
/** Each takes an exchange of the attempt, and the token another. */
const pagesMax = 9;
const List = z.object({
  items: z.array(z.unknown()).default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});

/** Those that have changed since then, the newest first. The account may have those of other shops: nothing is recorded. */
export async function findDisputes(
  http: Http,
  given: PayPalSettings,
  { changed, from }: Omit<DisputesSince, "opened">,
): Promise<Outcome<readonly FoundDispute[]>> {
  const all: FoundDispute[] = [];
  const first = new URLSearchParams({ update_time_after: changed.toISOString(), page_size: String(pageMax) });
  let query = from === undefined ? first : new URLSearchParams(from);
  for (let page = 1; ; page++) {
    const answer = await send(http, given, {
      method: "GET",
      path,
      query: Object.fromEntries(query),
      secretAnswer: true,
    });
    if (!isYes(answer)) return notRead(answer);
    const { items, links } = answer.as(List);
    all.push(...readableOf(items, listedIn));
    const next = URL.parse(links.find(({ rel }) => rel === "next")?.href ?? "");
    if (!next) return done(all);
    if (page === pagesMax) return done([...all, { is: "listGoesOn", from: next.search }]);
    query = next.searchParams;
  }
}

const listedIn = (item: unknown): ListedDispute => {
  const { dispute_id } = z.object({ dispute_id: idText }).parse(item);
  return { is: "disputeListed", disputeId: dispute_id };
};

export const readDispute: NonNullable<Gateway<PayPalSettings>["readDispute"]> = {
  repeats: { how: "freely" },
  async ask(http, given, { disputeId }) {
    const one = `${path}/${encodeURIComponent(disputeId)}`;
    const answer = await send(http, given, { method: "GET", path: one, secretAnswer: true });
    const outcome = isYes(answer) ? undefined : notRead(answer);
    if (answer.status === 404 && outcome?.is === "refused") return refused("refused", "PayPal has no such dispute.");
    if (outcome) return outcome;
    const [dispute] = readableOf([answer.as(z.looseObject({}))], shownIn);
    // It will be no different at the next attempt. What does not fit is not said: it may be of another shop's customer.
    return dispute ? done(dispute) : refused("refused", "The dispute is not as PayPal describes them.");
  },
};

function shownIn(json: unknown): Dispute {
  const shown = ShownDispute.parse(json);
  const dispute = disputeOpened(shown, undefined);
  if (shown.status !== "RESOLVED") return dispute;
  const closed = { won: wonBy(Resolved.parse(json)), closedAt: timeOf(shown.update_time) ?? undefined };
  return { ...dispute, closed };
}

/** An app need not be allowed to read disputes: PayPal is well, and lets it do everything else. */
function notRead(answer: Answer): NotDone {
  const outcome = no(answer);
  return answer.status === 403 && outcome.is === "refused" ? refused("noPermission", outcome.says) : outcome;
}
