/** The test carrier of a store on one machine: a server with its own books, inside the store's process. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf } from "../../http/body-of.ts";
import { keptBooks } from "../kept-books.ts";
import { answerShop } from "./answer-shop.ts";
import { Books, newBooks } from "./books.ts";
import { sendEvents } from "./send-events.ts";

const base = "/api/test-carrier";
/** Requests are small here. */
const bodyBytesMax = 64 * 1024;

export interface TestCarrier {
  readonly answer: (request: IncomingMessage, response: ServerResponse, target: string) => Promise<void>;
  /** Starts to send tracking events to the shop at this address. */
  readonly begin: (shopUrl: string) => void;
  readonly settingsAt: (shopUrl: string) => {
    readonly address: string;
    readonly key: string;
    readonly webhookSecret: string;
  };
  readonly stop: () => Promise<void>;
}

/** @param path of the file with its books. @throws a sentence if it contains something else. */
export async function openTestCarrier(path: string): Promise<TestCarrier> {
  const kept = await keptBooks(path, { whose: "test carrier", schema: Books, begin: newBooks });
  const { books, save } = kept;
  let teller: ReturnType<typeof sendEvents> | undefined;

  const answer = async (request: IncomingMessage, response: ServerResponse, target: string) => {
    const { method = "GET", headers } = request;
    const { pathname, searchParams } = new URL(target, "http://carrier");
    const bytes = await bodyOf(request, bodyBytesMax);
    const notice = bytes
      ? answerShop(
          books,
          { method, path: pathname.slice(base.length), query: searchParams, headers, body: bytes.toString("utf8") },
          new Date(),
        )
      : { status: 413, json: { error: { code: "tooLarge", message: "The body is too large." } } };
    // Saved before the answer is sent.
    if (method === "POST" && notice.status < 400) await save();
    response.writeHead(notice.status, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(JSON.stringify(notice.json));
  };

  return {
    answer,
    begin: (shopUrl) => {
      teller = sendEvents(kept, `${shopUrl}/api/carriers/testcarrier/webhook`);
    },
    settingsAt: (shopUrl) => ({
      address: `${shopUrl}${base}`,
      key: books.key,
      webhookSecret: books.webhookSecret,
    }),
    stop: async () => {
      await teller?.stop();
    },
  };
}
