/** What has become of a page at Chargebee. */
import * as z from "zod";
import { currency } from "#core/contract/kit/fields";
import type { Call } from "#core/provider/call";
import { idText, unixTime } from "#core/provider/fields";
import { done, refused } from "#core/provider/outcome";
import { type ChargebeeSettings, no, send } from "./chargebee-api.ts";
import type { Captured, PageRef } from "./gateway.ts";

const Transaction = z.object({
  txn_id: idText,
  txn_status: z.string().nullish(),
  txn_date: unixTime.nullish(),
  // The transaction's own amount may be for other invoices as well.
  applied_amount: z.int().min(0),
});
const Invoice = z.object({ currency_code: currency, linked_payments: z.array(Transaction).nullish() });
/** Its content is that of its end. */
const Page = z.object({
  hosted_page: z.object({ state: z.string().nullish(), content: z.object({ invoice: Invoice.nullish() }).nullish() }),
});

/** By the page's transactions: attempts that have failed are among them. */
const states: readonly (readonly [Captured["state"], readonly string[]])[] = [
  ["succeeded", ["success"]],
  ["pending", ["in_progress", "needs_attention"]],
];
/** They had succeeded before. */
const undone = ["late_failure", "voided"];

export const findPayment: Call<ChargebeeSettings, PageRef, Captured> = {
  repeats: { how: "freely" },
  async ask(http, given, { requestId }) {
    const path = `/hosted_pages/${encodeURIComponent(requestId)}`;
    const answer = await send(http, given, { method: "GET", path });
    if (answer.status !== 200) return no(answer);
    const { invoice } = answer.as(Page).hosted_page.content ?? {};
    const one = (statuses: readonly string[]) =>
      invoice?.linked_payments?.find(({ txn_status }) => statuses.includes(txn_status ?? ""));
    for (const [state, statuses] of states) {
      const paid = one(statuses);
      if (!invoice || !paid) continue;
      const { txn_id: paymentId, txn_date, applied_amount: amountMinor } = paid;
      return done({ paymentId, amountMinor, currency: invoice.currency_code, at: txn_date ?? undefined, state });
    }
    const gone = one(undone);
    return gone
      ? { ...refused("declined", "The payment was undone."), id: gone.txn_id }
      : refused("notApproved", "The customer has not paid there.");
  },
};
