/** Chargebee: a hosted checkout page for one charge. Bodies are forms, answers JSON under the resource's name. */
import * as z from "zod";
import { firstOf } from "#core/provider/clean";
import { idText, pageUrl, unixTime } from "#core/provider/fields";
import { done } from "#core/provider/outcome";
import type { Gateway, Mode, PaymentPage } from "../gateway.ts";
import { type ChargebeeSettings, no, send, settings } from "./api.ts";
import { receives } from "./events.ts";
import { findGoneBack } from "./gone-back.ts";
import { findPayment } from "./page.ts";

const descriptionMax = 250;
const emailMax = 70;

const modeOf = ({ site }: ChargebeeSettings): Mode => (site.endsWith("-test") ? "test" : "live");

export const chargebee = {
  code: "chargebee",
  label: "Chargebee",
  settings,
  mode: modeOf,
  cannotRefund: "Chargebee manages its own credit notes. Refund the payment in Chargebee.",

  async check(http, given) {
    const answer = await send(http, given, { method: "GET", path: "/events", query: { limit: 1 } });
    if (answer.status !== 200) return no(answer);
    answer.as(z.object({ list: z.array(z.unknown()) }));
    return done({ mode: modeOf(given) });
  },

  requestPayment: {
    // A page whose URL is lost can never be paid. Chargebee keeps the key for half an hour.
    repeats: { how: "freely" },
    async ask(http, given, asked) {
      const answer = await send(http, given, {
        method: "POST",
        path: "/hosted_pages/checkout_one_time_for_items",
        headers: { "chargebee-idempotency-key": asked.id },
        form: {
          currency_code: asked.currency,
          "charges[amount][0]": asked.amountMinor,
          "charges[description][0]": firstOf(descriptionMax, asked.description),
          // The amount includes tax.
          "charges[taxable][0]": false,
          // Not required, and a shortened one would be somebody else's.
          "customer[email]": asked.email && asked.email.length <= emailMax ? asked.email : undefined,
          // The only field that is returned with the payment.
          "invoice[po_number]": `${asked.orderId} ${asked.id}`,
          pass_thru_content: asked.id,
          redirect_url: asked.returnUrl,
          cancel_url: asked.returnUrl,
        },
      });
      if (answer.status !== 200) return no(answer);
      const { id, url, expires_at } = answer.as(HostedPage).hosted_page;
      return done<PaymentPage>({ requestId: id, url, expiresAt: expires_at ?? null });
    },
  },

  findPayment,
  findDisputes: findGoneBack,
  receives,
} satisfies Gateway<ChargebeeSettings>;

const HostedPage = z.object({
  hosted_page: z.object({ id: idText, url: pageUrl, expires_at: unixTime.nullish() }),
});
