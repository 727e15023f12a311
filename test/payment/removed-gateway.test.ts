/** What a gateway reports after it was removed. Other tests' payment pages would keep its settings. */
import { expect, it } from "vitest";
import { system } from "#core/actor";
import * as order from "#core/contract/order";
import * as provider from "#core/contract/provider";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { takeHappened } from "#core/payment/take-happened";
import { removeOldProviderRows } from "#core/provider/remove-old";
import { within } from "#core/time-left";
import { call } from "../support/call.ts";
import { aGateway, makeCalls, orderNow, paymentEvent, takeInbox, tell } from "../support/given/gateways.ts";
import { anOrder } from "../support/given/orders.ts";

// Its settings were gone after five days, its report was answered with 404, and the order was cancelled as unpaid.
it("a payment that was being processed when its gateway was removed counts when it succeeds days later", async () => {
  const fake = await aGateway();
  const { id, totals } = await anOrder({ payment: "test" });
  await call(order.requestPayment, { id, gateway: "test" });
  await makeCalls();
  const { reference } = fake.pages.at(-1)!;
  await inChange(system("test"), (change) =>
    takeHappened(change, "test", { is: "paymentPending", paymentId: "debit", paymentRequestId: reference }),
  );
  await call(provider.remove, { code: "test" });
  await db().execute(sql`update providers set removed_at = now() - interval '9 days'`);
  await db().execute(sql`
    update payment_requests set at = now() - interval '10 days', pending_since = now() - interval '10 days'`);
  await removeOldProviderRows(within(60_000));
  expect(await tell(paymentEvent(fake, { orderId: id, ...totals!.total }))).toMatchObject({ status: 200 });
  await takeInbox();
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid" });
});
