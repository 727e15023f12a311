/** Payments at Chargebee that were undone after their success: chargebacks, and bank debits that have failed late. */
import * as z from "zod";
import { currency } from "#core/contract/kit/fields";
import { idText, readableOf, unixTime } from "#core/provider/fields";
import type { Fields, Http } from "#core/provider/http";
import { done, Ended, type Outcome, refused } from "#core/provider/outcome";
import type { DisputesSince, FoundDispute, Reversal } from "../disputes.ts";
import { type ChargebeeSettings, isDone, no, send, standingOf } from "./api.ts";

const text = z.string().nullish();
const Shown = z.object({
  id: idText,
  type: text,
  status: text,
  amount: z.int().min(0),
  currency_code: currency,
  error_text: text,
  /** Of a reversal: what it undoes. */
  reference_transaction_id: idText.nullish(),
  date: unixTime.nullish(),
  updated_at: unixTime.nullish(),
});
/** A reversal may itself fail, or be voided: then it undoes nothing. */
const Undone = Shown.refine(({ type, status }) =>
  type === "payment_reversal" ? isDone(status) : standingOf(status) === "undone",
);
const List = z.object({ list: z.array(z.object({ transaction: z.unknown() })), next_offset: text });

const pageMax = 100;
/** Of each list: both fit an attempt. */
const pagesMax = 5;

/** Those of any payments there that have changed since then. Nothing is recorded: they may be of other shops' customers. */
export async function findUndone(
  http: Http,
  given: ChargebeeSettings,
  { changed, from }: Omit<DisputesSince, "opened">,
): Promise<Outcome<readonly FoundDispute[]>> {
  const since = { "updated_at[after]": Math.floor(changed.getTime() / 1_000), "sort_by[desc]": "updated_at" };
  const ended = JSON.stringify(["late_failure", "voided"]);
  const filters: readonly Fields[] = [
    { ...since, "type[is]": "payment_reversal", "status[is]": "success" },
    { ...since, "type[is]": "payment", "status[in]": ended },
  ];
  const known = from === undefined ? undefined : Offsets.parse(JSON.parse(from));
  const all: FoundDispute[] = [];
  const offsets: z.output<typeof Offsets> = [];
  for (const [nth, filter] of filters.entries()) {
    const offset = known?.[nth];
    const { found, next } = offset === null ? nothing : await listed(http, given, { ...filter, offset });
    all.push(...readableOf(found, undoneIn));
    offsets.push(next);
  }
  const isOver = offsets.every((offset) => offset === null);
  return done(isOver ? all : [...all, { is: "listGoesOn", from: JSON.stringify(offsets) }]);
}

/** Where each of the lists goes on; null at its end. */
const Offsets = z.array(z.string().nullable());
const nothing = { found: [], next: null };

/** @throws Ended if Chargebee does not show them */
async function listed(http: Http, given: ChargebeeSettings, filter: Fields) {
  const found: unknown[] = [];
  let query: Fields = { ...filter, limit: pageMax };
  for (let page = 1; ; page++) {
    const answer = await send(http, given, { method: "GET", path: "/transactions", query, secretAnswer: true });
    if (answer.status !== 200) {
      const outcome = no(answer);
      // A restricted key need not be allowed to read transactions.
      const isRight = answer.status === 403 && outcome.is === "refused";
      throw new Ended(isRight ? refused("noPermission", outcome.says) : outcome);
    }
    const { list, next_offset } = answer.as(List);
    found.push(...list.map(({ transaction }) => transaction));
    if (!next_offset || page === pagesMax) return { found, next: next_offset || null };
    query = { ...query, offset: next_offset };
  }
}

/** Undone as a whole, whatever invoices it was for. */
function undoneIn(shown: unknown): Reversal & { readonly at?: Date | undefined } {
  const { id, type, amount, currency_code, error_text, reference_transaction_id, date, updated_at } =
    Undone.parse(shown);
  const isReversal = type === "payment_reversal";
  return {
    ...{ is: "paymentReversed", paymentId: (isReversal && reference_transaction_id) || id },
    ...{ amountMinor: amount, currency: currency_code, says: error_text || "The payment was undone." },
    // A chargeback's date may be that of the bank's decision, or of the payment.
    at: updated_at ?? date ?? undefined,
  };
}
