/** The test gateway of a store on one machine: a server with its own books, inside the store's process. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { optional } from "#core/environment";
import { bodyOf } from "../../http/body-of.ts";
import { keptBooks } from "../kept-books.ts";
import { answerCustomer } from "./answer-customer.ts";
import { answerShop } from "./answer-shop.ts";
import { Books, newBooks } from "./books.ts";
import { sendEvents, type Teller } from "./send-events.ts";

const base = "/api/test-gateway";
/** Requests are small here. */
const bodyBytesMax = 16 * 1024;

export interface TestGateway {
  readonly answer: (request: IncomingMessage, response: ServerResponse, target: string) => Promise<void>;
  /** Starts to send events to the shop at this address, including those from before the last stop. */
  readonly begin: (shopUrl: string) => void;
  readonly settingsAt: (shopUrl: string) => {
    readonly address: string;
    readonly key: string;
    readonly webhookSecret: string;
  };
  readonly stop: () => Promise<void>;
}

/** @param path of the file with its books. @throws a sentence if it contains something else. */
export async function openTestGateway(path: string): Promise<TestGateway> {
  const kept = await keptBooks(path, { whose: "test gateway", schema: Books, begin: newBooks });
  const { books, save } = kept;
  let teller: Teller | undefined;

  /** Saves the books before the answer is sent. */
  const keep = async () => {
    await save();
    teller?.look();
  };

  const answer = async (request: IncomingMessage, response: ServerResponse, target: string) => {
    const { method = "GET", headers } = request;
    const { pathname, searchParams } = new URL(target, "http://gateway");
    const bytes = await bodyOf(request, bodyBytesMax);
    if (!bytes) {
      response.writeHead(413, { "content-type": "application/json", connection: "close" });
      return void response.end(JSON.stringify({ error: { code: "tooLarge", message: "The body is too large." } }));
    }
    const body = bytes.toString("utf8");
    const path = pathname.slice(base.length);
    const pageId = /^\/pay\/(\w+)$/.exec(path)?.[1];
    if (pageId !== undefined) {
      const seen = answerCustomer(books, { method, pageId, form: new URLSearchParams(body) }, new Date());
      if (method === "POST") await keep();
      return void response.writeHead(seen.status, seen.headers).end(seen.body);
    }
    const asks = { method, path, query: searchParams, headers, body };
    const { status, json } = answerShop(books, asks, new Date(), addressOfPage);
    if (method === "POST" && status !== 401) await keep();
    response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(JSON.stringify(json));
  };

  return {
    answer,
    begin: (shopUrl) => {
      teller = sendEvents(kept, `${shopUrl}/api/gateways/test/webhook`);
      teller.look();
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

/** Customers reach the page at the store's own address. */
const addressOfPage = (pageId: string): string =>
  `${optional("PUBLIC_URL") ?? "http://localhost:4000"}${base}/pay/${pageId}`;
