import { db } from "#core/db/client";
import { escaped, plainPage } from "#core/html";
import { storeSettings } from "#core/store/settings";

/**
 * The page to which gateways return customers. They may have paid or cancelled: only the gateway's event shows which,
 * so the page does not say. It needs no login and names no order, because anyone can open it.
 */
export async function thankYouPage(): Promise<string> {
  const { name } = await storeSettings(db());
  return plainPage(
    `Thank you – ${name}`,
    `<h1>Thank you</h1>
<p>If you have paid, your payment is being confirmed. ${escaped(name)} counts it as soon as the payment service has reported it, which can take some minutes.</p>
<p>You can close this page. There is no need to pay again.</p>`,
  );
}
