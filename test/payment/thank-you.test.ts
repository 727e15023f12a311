/** The page that gateways send customers back to: anyone may open it, paid or not. */
import { expect, it } from "vitest";
import * as payment from "#core/contract/payment";
import * as store from "#core/contract/store";
import { call } from "../support/call.ts";

// A customer who gave up at the gateway comes here as well: "your order is paid" would be wrong.
it("says that a payment is being confirmed, with the store's name as text, whatever the gateway adds to the address", async () => {
  await call(store.edit, { name: "<Lamps & Sons>" });
  const { status, headers, body } = await call(payment.thankYou, {}, { rawQuery: "token=EC-1&PayerID=7" });
  expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(body).toContain("your payment is being confirmed");
  expect(body).toContain("&lt;Lamps &amp; Sons&gt;");
});
