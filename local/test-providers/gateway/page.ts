/** The test gateway's payment page: no scripts, and each button says what it does. */
import { createHash } from "node:crypto";
import { decimalsOf, formatOf } from "#core/contract/values/currency";
import { escaped, plainPage, plainStyle } from "#core/html";
import type { Page, Payment } from "./books.ts";

const styleHash = createHash("sha256").update(plainStyle).digest("base64");

/** No scripts, no resources, and forms only to the gateway or, once paid, to the shop. */
export const headersOf = (page: Page | undefined): Readonly<Record<string, string>> => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'${page ? ` ${new URL(page.returnUrl).origin}` : ""}; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
});

export const choices = ["pay", "decline", "hang", "tell"] as const;
type Choice = (typeof choices)[number];

const does: Readonly<Record<Choice, readonly [button: string, sentence: string]>> = {
  pay: ["Pay", "The payment succeeds, and the shop is told at once."],
  decline: ["Decline", "The bank says no. The shop is told, and you can try again here."],
  hang: [
    "Pay, but let the answer hang",
    "The payment succeeds here, and the shop hears nothing of it: its order stays unpaid until you come back and have it told.",
  ],
  tell: ["Tell the shop now", "It gets the answer that it has been waiting for."],
};

export function payPage(page: Page | undefined, payment: Payment | undefined): string {
  if (!page)
    return plainPage("No such page", "<h1>There is no such page</h1><p>The address is not complete, or wrong.</p>");
  const { description, status } = page;
  const amount = `<strong class="amount">${amountOf(page)}</strong>`;
  const about = `<p>${escaped(description)}</p>${amount}`;
  const back = `<p><a href="${escaped(page.returnUrl)}">Back to the shop</a></p>`;
  const title = `Test gateway: ${description}`;
  if (payment?.told) return plainPage(title, `<h1>This is paid</h1>${about}${back}`);
  if (payment) {
    const hangs = "<p>The payment has been taken. The shop has not been told.</p>";
    return plainPage(title, `<h1>The answer hangs</h1>${about}${hangs}${formOf("tell")}${back}`);
  }
  if (status !== "open") {
    const closed = "<p>The shop no longer wants it, or its time is over. Nothing was paid.</p>";
    return plainPage(title, `<h1>This page is closed</h1>${about}${closed}${back}`);
  }
  const declined = page.declined ? '<p role="status"><b>The payment was declined.</b> You can try again.</p>' : "";
  const note = "<p><small>A gateway for trying things out: no real money moves, whatever you press.</small></p>";
  const forms = (["pay", "decline", "hang"] as const).map(formOf).join("");
  return plainPage(title, `<h1>Test gateway</h1>${declined}${about}${note}${forms}`);
}

const formOf = (choice: Choice): string => {
  const [button, sentence] = does[choice];
  return `<form method="post"><button name="choice" value="${choice}">${button}</button><p><small>${sentence}</small></p></form>`;
};

function amountOf({ amountMinor, currency }: Page): string {
  return new Intl.NumberFormat("en", formatOf(currency)).format(amountMinor / 10 ** decimalsOf(currency));
}
