/** The test carrier's server as in a store on one machine, on its own socket, with every possible failure. */

import { hmacHex } from "#core/provider/inbound";
import { answerShop } from "#local/test-providers/carrier/answer-shop";
import { type Books, eventsOf, newBooks } from "#local/test-providers/carrier/books";
import { type Asked, aFake, type Fake } from "../../provider/fakes/server.ts";

export interface TestCarrierFake extends Fake {
  readonly books: Books;
  readonly settings: { readonly address: string; readonly key: string; readonly webhookSecret: string };
  /** Makes a label's parcel old enough to have arrived. */
  readonly arrive: (trackingNumber: string) => void;
  /** Served in place of its label files, in base64; null restores the labels. */
  readonly labelled: (file: string | null) => void;
  /** Its current event about a parcel: the body and its signature. */
  readonly notice: (
    trackingNumber: string,
    events?: readonly object[],
  ) => { rawBody: string; headers: Record<string, string> };
}

let noticesSent = 0;

export async function testCarrierFake(): Promise<TestCarrierFake> {
  const books = newBooks();
  let insteadOfLabels: string | null = null;
  const answer = (asked: Asked) => {
    const path = asked.path.replace(/^\/api\/test-carrier/, "");
    const given = answerShop(books, { ...asked, path }, new Date());
    if (insteadOfLabels === null || !path.startsWith("/labels") || given.status >= 300) return given;
    return { ...given, json: { ...(given.json as object), label: insteadOfLabels } };
  };
  const fake = await aFake({
    answer,
    refusal: (status, message) => ({ status, json: { error: { code: "busy", message } } }),
  });
  const labelOf = (trackingNumber: string) => books.labels.find((one) => one.trackingNumber === trackingNumber)!;
  return {
    ...fake,
    books,
    settings: { address: `${fake.origin}/api/test-carrier`, key: books.key, webhookSecret: books.webhookSecret },
    labelled: (file) => {
      insteadOfLabels = file;
    },
    arrive: (trackingNumber) => {
      labelOf(trackingNumber).madeAt = new Date(Date.now() - 3_600_000).toISOString();
    },
    notice: (trackingNumber, events) => {
      const { reference } = labelOf(trackingNumber) ?? { reference: "par_of_nobody" };
      const told = events ?? eventsOf(labelOf(trackingNumber), new Date());
      const rawBody = JSON.stringify({
        ...{ id: `notice_${++noticesSent}`, at: new Date(), reference, trackingNumber, events: told },
      });
      const time = Math.floor(Date.now() / 1_000);
      const signature = `t=${time},v1=${hmacHex(books.webhookSecret, `${time}.`, rawBody)}`;
      return { rawBody, headers: { "test-carrier-signature": signature } };
    },
  };
}
