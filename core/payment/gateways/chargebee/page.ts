/** What has become of a page at Chargebee. */
import * as z from "zod";
import { currency } from "#core/contract/kit/fields";
import type { Call } from "#core/provider/call";
import { idText, unixTime } from "#core/provider/fields";
import type { Http } from "#core/provider/http";
import { done, type Outcome, refused } from "#core/provider/outcome";
import type { Captured, PageRef } from "../gateway.ts";
import { type ChargebeeSettings, no, type Standing, send, standingOf } from "./api.ts";

const Payment = z.object({
  txn_id: idText,
  txn_status: z.string().nullish(),
  txn_date: unixTime.nullish(),
  // The transaction's own amount may be for other invoices as well.
  applied_amount: z.int().min(0),
});
const Invoice = z.object({ currency_code: currency, linked_payments: z.array(Payment).nullish() });
/** Its content is that of its end. */
const Page = z.object({
  hosted_page: z.object({ state: z.string().nullish(), content: z.object({ invoice: Invoice.nullish() }).nullish() }),
});
const text = z.string().nullish();
const Transaction = z.object({ transaction: z.object({ status: text, error_text: text }) });

export const findPayment: Call<ChargebeeSettings, PageRef, Captured> = {
  repeats: { how: "freely" },
  async ask(http, given, { requestId }) {
    const path = `/hosted_pages/${encodeURIComponent(requestId)}`;
    const answer = await send(http, given, { method: "GET", path });
    if (answer.status !== 200) return no(answer);
    const { invoice } = answer.as(Page).hosted_page.content ?? {};
    // Attempts that have failed are among them.
    const one = (standing: Standing) =>
      invoice?.linked_payments?.find(({ txn_status }) => standingOf(txn_status) === standing);
    const succeeded = one("succeeded");
    const paid = succeeded ?? one("pending");
    if (invoice && paid) {
      const { txn_id: paymentId, txn_date, applied_amount: amountMinor } = paid;
      const payment = { paymentId, amountMinor, currency: invoice.currency_code, at: txn_date ?? undefined };
      return succeeded ? done({ ...payment, state: "succeeded" }) : sinceItsEnd(http, given, payment);
    }
    const gone = one("undone");
    return gone ? declined(gone.txn_id, "undone") : refused("notApproved", "The customer has not paid there.");
  },
};

/** What has become of a payment that was pending when its page ended. */
async function sinceItsEnd(
  http: Http,
  given: ChargebeeSettings,
  payment: Omit<Captured, "state">,
): Promise<Outcome<Captured>> {
  const path = `/transactions/${encodeURIComponent(payment.paymentId)}`;
  const answer = await send(http, given, { method: "GET", path });
  // A restricted key need not be allowed to read transactions.
  if (answer.status === 403) return done({ ...payment, state: "pending" });
  if (answer.status !== 200) return no(answer);
  const { status, error_text } = answer.as(Transaction).transaction;
  const standing = standingOf(status) ?? "pending";
  return standing === "succeeded" || standing === "pending"
    ? done({ ...payment, state: standing })
    : declined(payment.paymentId, standing, error_text);
}

function declined(id: string, standing: "failed" | "undone", says?: string | null) {
  const otherwise = standing === "undone" ? "The payment was undone." : "The payment has failed at Chargebee.";
  return { ...refused("declined", says || otherwise), id };
}
