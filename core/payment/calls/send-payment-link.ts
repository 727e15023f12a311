import * as z from "zod";
import type { Id } from "#core/contract/kit/fields";
import { Order } from "#core/contract/order";
import { erasedEmail } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { askForMessage } from "#core/message/ask-for-message";
import { shownOrder } from "#core/order/show";

/**
 * Sends the customer the link to pay, once for each open page.
 * @param channels without `sms` if it was requested by a shopper: anyone could have messages sent that cost the store
 * money, to any number.
 */
export async function sendPaymentLink(
  change: Change,
  orderId: Id<"order">,
  requestId: string,
  channels: readonly ("email" | "sms")[],
): Promise<void> {
  const [open] = await change.tx.execute(sql`
    select 1 from payment_requests where id = ${requestId} and status = 'open'`);
  if (!open) return;
  const wire = z.encode(Order, await shownOrder(change, orderId));
  const request = wire.paymentRequests.find(({ id }) => id === requestId);
  if (!request?.url || !wire.contact || wire.contact.email === erasedEmail) return;
  const { amount, url, expiresAt } = request;
  const asked = {
    ...({ kind: "payment.requested", cause: requestId, orderId } as const),
    given: { told: wire, payment: { amount, url, expiresAt } },
  };
  // An imported order may have none.
  if (wire.contact.email) await askForMessage(change, { ...asked, channel: "email", recipient: wire.contact.email });
  if (wire.contact.phone && channels.includes("sms"))
    await askForMessage(change, { ...asked, channel: "sms", recipient: wire.contact.phone });
}
