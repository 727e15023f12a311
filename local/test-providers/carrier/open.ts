/** The test carrier of a store on one machine. */
import { keptBooks } from "../kept-books.ts";
import { asksOf, refuseLargeBody, sendJson, type TestProvider } from "../test-provider.ts";
import { answerShop } from "./answer-shop.ts";
import { Books, newBooks } from "./books.ts";
import { sendEvents } from "./send-events.ts";

const base = "/api/test-carrier";
/** Requests are small here. */
const bodyBytesMax = 64 * 1024;

/** @param path of the file with its books. @throws a sentence if it contains something else. */
export async function openTestCarrier(path: string): Promise<TestProvider> {
  const kept = await keptBooks(path, { whose: "test carrier", schema: Books, begin: newBooks });
  const { books, save } = kept;
  let teller: ReturnType<typeof sendEvents> | undefined;

  const answer: TestProvider["answer"] = async (request, response, target) => {
    const asks = await asksOf(request, target, { base, bodyBytesMax });
    if (!asks) return refuseLargeBody(response);
    const hears = answerShop(books, asks, new Date());
    // Saved before the answer is sent.
    if (asks.method === "POST" && hears.status < 400) await save();
    sendJson(response, hears);
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
