import { done, type Outcome, refused, unknown } from "#core/provider/outcome";
import type { Refunded } from "./gateway.ts";
import type { Amount } from "./units.ts";

interface Shown {
  readonly id: string;
  readonly status: string;
  /** Null if the answer does not contain it. */
  readonly amount: Amount | null;
  /** Why it has failed. */
  readonly says?: string | null | undefined;
}

/** A gateway's words for the states of a refund. */
export type RefundWords = Readonly<Record<string, Refunded["state"] | "failed">>;

/** For staff: that it has failed, in the gateway's word. */
export const refundIs = (status: string): string => `The gateway reports the refund as ${status.toLowerCase()}.`;

/** Interprets a refund that a gateway shows: another amount than requested, or an unknown state, proves nothing. */
export function refundShown({ id, status, amount, says }: Shown, asked: Amount, words: RefundWords): Outcome<Refunded> {
  const state = Object.hasOwn(words, status) ? words[status] : undefined;
  if (state === "failed") return refused("failed", says || refundIs(status));
  if (amount && (amount.amountMinor !== asked.amountMinor || amount.currency !== asked.currency))
    return unknown(
      `It shows a refund of ${amount.amountMinor} ${amount.currency} in minor units, not of what was asked.`,
    );
  return state ? done({ refundId: id, state }) : unknown(`The refund is "${status}".`);
}
