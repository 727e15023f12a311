/** The test gateway of a store on one machine. */
import { optional } from "#core/environment";
import { keptBooks } from "../kept-books.ts";
import { asksOf, refuseLargeBody, sendJson, type TestProvider } from "../test-provider.ts";
import { answerCustomer } from "./answer-customer.ts";
import { answerShop } from "./answer-shop.ts";
import { Books, newBooks } from "./books.ts";
import { sendEvents, type Teller } from "./send-events.ts";

const base = "/api/test-gateway";
/** Requests are small here. */
const bodyBytesMax = 16 * 1024;

/** @param path of the file with its books. @throws a sentence if it contains something else. */
export async function openTestGateway(path: string): Promise<TestProvider> {
  const kept = await keptBooks(path, { whose: "test gateway", schema: Books, begin: newBooks });
  const { books, save } = kept;
  let teller: Teller | undefined;

  /** Saves the books before the answer is sent. */
  const keep = async () => {
    await save();
    teller?.look();
  };

  const answer: TestProvider["answer"] = async (request, response, target) => {
    const asks = await asksOf(request, target, { base, bodyBytesMax });
    if (!asks) return refuseLargeBody(response);
    const { method, path, body } = asks;
    const pageId = /^\/pay\/(\w+)$/.exec(path)?.[1];
    if (pageId !== undefined) {
      const seen = answerCustomer(books, { method, pageId, form: new URLSearchParams(body) }, new Date());
      if (method === "POST") await keep();
      return void response.writeHead(seen.status, seen.headers).end(seen.body);
    }
    const hears = answerShop(books, asks, new Date(), addressOfPage);
    if (method === "POST" && hears.status !== 401) await keep();
    sendJson(response, hears);
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
