/** Payments at Chargebee that were undone after their success: chargebacks, and bank debits that have failed late. */
import * as z from "zod";
import { currency } from "#core/contract/kit/fields";
import { idText, readableOf, unixTime } from "#core/provider/fields";
import type { Fields, Http } from "#core/provider/http";
import { done, Ended, type Outcome, refused } from "#core/provider/outcome";
import type { FoundDispute } from "../disputes.ts";
import { type ChargebeeSettings, no, send } from "./api.ts";

const text = z.string().nullish();
const Undone = z.object({
  id: idText,
  type: text,
  amount: z.int().min(0),
  currency_code: currency,
  error_text: text,
  /** Of a reversal: what it undoes. */
  reference_transaction_id: idText.nullish(),
  date: unixTime.nullish(),
  updated_at: unixTime.nullish(),
});
const List = z.object({ list: z.array(z.object({ transaction: z.unknown() })), next_offset: text });

const pageMax = 100;
/** Of each list: both fit an attempt. */
const pagesMax = 5;

/** Those of any payments there that have changed since then. Nothing is recorded: they may be of other shops' customers. */
export async function findUndone(
  http: Http,
  given: ChargebeeSettings,
  { changed }: { readonly changed: Date },
): Promise<Outcome<readonly FoundDispute[]>> {
  const since = { "updated_at[after]": Math.floor(changed.getTime() / 1_000) };
  const reversals = await listed(http, given, { ...since, "type[is]": "payment_reversal" });
  const failed = await listed(http, given, {
    ...since,
    "type[is]": "payment",
    "status[in]": JSON.stringify(["late_failure", "voided"]),
  });
  return done(readableOf([...reversals, ...failed], undoneIn));
}

/** @throws Ended if Chargebee does not show them */
async function listed(http: Http, given: ChargebeeSettings, filter: Fields): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let page = 0, offset: string | undefined; page < pagesMax; page++) {
    const query = { ...filter, limit: pageMax, offset };
    const answer = await send(http, given, { method: "GET", path: "/transactions", query, secretAnswer: true });
    if (answer.status !== 200) {
      const outcome = no(answer);
      // A restricted key need not be allowed to read transactions.
      const isRight = answer.status === 403 && outcome.is === "refused";
      throw new Ended(isRight ? refused("noPermission", outcome.says) : outcome);
    }
    const { list, next_offset } = answer.as(List);
    all.push(...list.map(({ transaction }) => transaction));
    if (!next_offset) break;
    offset = next_offset;
  }
  return all;
}

/** Undone as a whole, whatever invoices it was for. */
function undoneIn(shown: unknown): FoundDispute {
  const { id, type, amount, currency_code, error_text, reference_transaction_id, date, updated_at } =
    Undone.parse(shown);
  const isReversal = type === "payment_reversal";
  return {
    ...{ is: "paymentReversed", paymentId: (isReversal && reference_transaction_id) || id },
    ...{ amountMinor: amount, currency: currency_code, says: error_text || "The payment was undone." },
    at: (isReversal ? date : updated_at) ?? undefined,
  };
}
