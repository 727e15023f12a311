import { db } from "#core/db/client";
import { escaped, plainPage } from "#core/html";
import { storeSettings } from "#core/store/settings";

/**
 * Where gateways send customers back to. Whoever comes here may have paid or turned round: only the gateway's own event says,
 * so the page does not. It asks for nothing and names no order, for anybody may open it.
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
