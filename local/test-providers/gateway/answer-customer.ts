/** What customers do on a page of the test gateway. */
import * as z from "zod";
import { type Books, decline, pageOf, pay, paymentAt, sendPaymentEvent } from "./books.ts";
import { choices, headersOf, payPage } from "./page.ts";

export interface CustomerSees {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface CustomerDoes {
  readonly method: string;
  readonly pageId: string;
  /** The fields of the page's form. */
  readonly form: URLSearchParams;
}

export function answerCustomer(books: Books, { method, pageId, form }: CustomerDoes, now: Date): CustomerSees {
  const page = pageOf(books, pageId, now);
  const headers = headersOf(page);
  const seen = (status: number) => ({ status, headers, body: payPage(page, page && paymentAt(books, page)) });
  if (!page) return seen(404);
  if (method === "GET" || method === "HEAD") return seen(200);
  if (method !== "POST") return { ...seen(405), headers: { ...headers, allow: "GET, HEAD, POST" } };
  const { data: choice } = z.enum(choices).safeParse(form.get("choice"));
  if (choice === undefined) return seen(400);
  const payment = paymentAt(books, page);
  if (choice === "tell" && payment) sendPaymentEvent(books, page, payment, now);
  // Pressed twice, or in an old tab: the page shows the current state.
  else if (choice === "tell" || page.status !== "open") return seen(409);
  else if (choice === "decline") decline(books, page, now);
  else pay(books, page, now, { tell: choice === "pay" });
  const isSent = paymentAt(books, page)?.told ?? false;
  const location = isSent ? page.returnUrl : page.id;
  return { status: 303, headers: { ...headers, location }, body: "" };
}
