/** The test gateway's API, as `core/payment/gateways/testgateway/` calls it. */
import type * as z from "zod";
import { answeredOnce, no, parsed, type ShopAsks, type ShopHears } from "../answer-shop.ts";
import { type Books, leftOf, openPage, type Page, PageRequest, pageOf, RefundRequest, refund } from "./books.ts";

/** @param addressOf gives the address of a page for customers. */
export const answerShop = (books: Books, asks: ShopAsks, now: Date, addressOf: (pageId: string) => string): ShopHears =>
  answeredOnce(books, asks, { now, keeps: () => true, work: () => done(books, asks, now, addressOf) });

function done(books: Books, asks: ShopAsks, now: Date, addressOf: (pageId: string) => string): ShopHears {
  const [, family = "", id = "", what = ""] = asks.path.split("/");
  const shown = (page: Page) => ({ ...page, url: addressOf(page.id) });
  switch (`${asks.method} ${family}${id && `/{id}/${what}`}`) {
    case "GET account":
      return { status: 200, json: { name: "Test gateway" } };
    case "POST pages":
      return parsed(PageRequest, asks, (page) => ({ status: 201, json: shown(openPage(books, page, now)) }));
    case "GET pages": {
      const mine = ofReference(books.pages, asks).map((page) => shown(pageOf(books, page.id, now) ?? page));
      return { status: 200, json: { items: mine } };
    }
    case "POST pages/{id}/close": {
      const page = pageOf(books, id, now);
      if (!page) return no(404, "unknownPayment", "There is no such page.");
      if (page.status === "paid") return no(409, "paid", "The page has been paid.");
      page.status = "closed";
      return { status: 200, json: shown(page) };
    }
    case "POST refunds":
      return parsed(RefundRequest, asks, (wanted) => refunded(books, wanted, now));
    case "GET refunds":
      return { status: 200, json: { items: ofReference(books.refunds, asks) } };
    default:
      return no(404, "nothing", "There is nothing at this address.");
  }
}

function refunded(books: Books, wanted: z.output<typeof RefundRequest>, now: Date): ShopHears {
  const payment = books.payments.find(({ id }) => id === wanted.paymentId);
  if (!payment) return no(404, "unknownPayment", "There is no such payment.");
  if (payment.currency !== wanted.currency) return no(422, "amount", `The payment was in ${payment.currency}.`);
  const left = leftOf(books, payment);
  if (left === 0) return no(422, "alreadyRefunded", "The payment has been refunded.");
  if (wanted.amountMinor > left) return no(422, "aboveRemaining", `Only ${left} can still be refunded.`);
  return { status: 201, json: refund(books, wanted, now) };
}

const ofReference = <Item extends { readonly reference: string }>(
  items: readonly Item[],
  { query }: ShopAsks,
): Item[] => items.filter(({ reference }) => reference === query.get("reference"));
