/** The soak's carrier: the test carrier's books behind a socket that gets into trouble at random. */
import { answerShop } from "#local/test-providers/carrier/answer-shop";
import { type Label, newBooks } from "#local/test-providers/carrier/books";
import { type Chooser, oneOf } from "./choices.ts";
import { type InTrouble, inTrouble, signed } from "./in-trouble.ts";

export interface SoakCarrier extends Pick<InTrouble, "calm" | "stop"> {
  readonly settings: { readonly address: string; readonly key: string; readonly webhookSecret: string };
  readonly labels: readonly Label[];
}

export async function aCarrierInTrouble(chooser: Chooser): Promise<SoakCarrier> {
  const books = newBooks();
  const { url, calm, stop } = await inTrouble(chooser, {
    books,
    answer: (asks) => answerShop(books, asks, new Date()),
    refuses: { paths: ["/labels"], code: "noService" },
  });
  const { key, webhookSecret, labels } = books;
  return { settings: { address: url, key, webhookSecret }, labels, calm, stop };
}

/** What the carrier tells of a parcel, as it signs it: anything that may happen to one, in any order. */
export function noticeOf(chooser: Chooser, reference: string, webhookSecret: string) {
  const words = oneOf(chooser, ["Label made", "Picked up", "On the van", "Handed over", "Eaten by a goat"]);
  const at = new Date();
  const notice = { id: `notice_${chooser.random()}`, at, reference, trackingNumber: "unknown" };
  const rawBody = JSON.stringify({ ...notice, events: [{ at, place: "Pune", words }] });
  return { rawBody, headers: { "test-carrier-signature": signed(rawBody, webhookSecret, at) } };
}
