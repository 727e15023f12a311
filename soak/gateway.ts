/**
 * The soak's gateway: the test gateway's books behind a socket that gets into trouble at random. What happens at a
 * gateway without the store happens here too: customers pay, refunds are made in its dashboard, and banks dispute.
 */
import { randomBytes } from "node:crypto";
import { no, type ShopAsks, type ShopHears } from "#local/test-providers/answer-shop";
import { answerShop } from "#local/test-providers/gateway/answer-shop";
import { type Books, decline, leftOf, newBooks, openPage, pay, refund } from "#local/test-providers/gateway/books";
import { type Chooser, oneOf, upTo } from "./choices.ts";
import { type InTrouble, inTrouble } from "./in-trouble.ts";

export interface SoakGateway extends Pick<InTrouble, "calm" | "stop"> {
  readonly settings: { readonly address: string; readonly key: string; readonly webhookSecret: string };
  readonly books: Books;
}

/** What can happen at the gateway without the store. */
export const happenings = ["pay", "payAstray", "decline", "refund", "dispute", "closeDispute"] as const;
export type Happening = (typeof happenings)[number];

export async function aGatewayInTrouble(chooser: Chooser): Promise<SoakGateway> {
  const books = newBooks();
  const outside = outsideOf(books, chooser);
  const { url, calm, stop } = await inTrouble(chooser, {
    books,
    answer: (asks) =>
      asks.path.startsWith("/outside/")
        ? outside(asks)
        : answerShop(books, asks, new Date(), (id) => `${url}/pay/${id}`),
    refuses: { paths: ["/pages", "/refunds"], code: "disputed" },
    spares: "/outside/",
  });
  const { key, webhookSecret } = books;
  return { settings: { address: url, key, webhookSecret }, books, calm, stop };
}

/**
 * `POST /outside/<happening>`: 200, or 404 if there is nothing for it to happen to; with `?amountMinor=` for a payment
 * that names no order. `GET /outside/event` gives an event that the store has not acknowledged, and
 * `POST /outside/acknowledge?id=` means that it has.
 */
function outsideOf(books: Books, chooser: Chooser): (asks: ShopAsks) => ShopHears {
  const disputes = new Map<string, string>();
  /** The last, or one of the latest: those of orders that the clients are at. */
  const latest = <T>(list: readonly T[]): T | undefined =>
    list.length > 0 ? oneOf(chooser, list.slice(chooser.random() < 0.5 ? -1 : -20)) : undefined;
  const tell = (kind: string, more: object): void => {
    const [id, at] = [`event_${randomBytes(8).toString("hex")}`, new Date().toISOString()];
    books.waiting.push({ id, at, body: JSON.stringify({ id, kind, at, ...more }) });
  };
  const happens: Record<Happening, (query: URLSearchParams) => boolean> = {
    pay: () => {
      const page = latest(books.pages.filter(({ status }) => status === "open"));
      if (page) pay(books, page, new Date(), { tell: true });
      return page !== undefined;
    },
    payAstray: (query) => {
      const asked = { reference: "nobody's", orderId: "nobody's", description: "", returnUrl: "" };
      const amountMinor = Number(query.get("amountMinor"));
      pay(books, openPage(books, { ...asked, amountMinor, currency: "INR" }, new Date()), new Date(), { tell: true });
      return true;
    },
    decline: () => {
      const page = latest(books.pages.filter(({ status }) => status === "open"));
      if (page) decline(books, page, new Date());
      return page !== undefined;
    },
    refund: () => {
      const payment = latest(books.payments.filter((one) => leftOf(books, one) > 0));
      if (!payment) return false;
      const left = leftOf(books, payment);
      const amountMinor = chooser.random() < 0.5 ? left : 1 + upTo(left, chooser);
      const { id: paymentId, currency } = payment;
      refund(books, { reference: "dashboard", paymentId, currency, amountMinor }, new Date());
      return true;
    },
    dispute: () => {
      const payment = latest(books.payments.filter(({ id }) => !disputes.has(id)));
      if (!payment) return false;
      const { id: paymentId, amountMinor, currency } = payment;
      const disputeId = `dispute_of_${paymentId}`;
      disputes.set(paymentId, disputeId);
      tell("dispute.opened", { disputeId, paymentId, amountMinor, currency, reason: "soaked" });
      return true;
    },
    closeDispute: () => {
      const dispute = latest([...disputes]);
      if (!dispute) return false;
      const [paymentId, disputeId] = dispute;
      tell("dispute.closed", { disputeId, paymentId, won: true });
      return true;
    },
  };
  return ({ path, query }) => {
    const what = path.slice("/outside/".length);
    if (what === "event") return { status: 200, json: latest(books.waiting) ?? null };
    if (what === "acknowledge") {
      books.waiting = books.waiting.filter(({ id }) => id !== query.get("id"));
      return { status: 200, json: {} };
    }
    const happening = happenings.find((one) => one === what);
    return happening && happens[happening](query) ? { status: 200, json: {} } : no(404, "nothing", "There is none.");
  };
}
