/** Declining marketing without signing in: by the link in a message. */
import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit/operation";
import type * as message from "#core/contract/message";
import { declineMarketing } from "#core/customer/decline-marketing";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { reading } from "#core/db/reading";
import { escaped, plainPage } from "#core/html";
import { Refusal } from "#core/refusal";
import { storeSettings } from "#core/store/settings";
import { emailIn } from "./decline-link.ts";
import { nameInCart } from "./write/message-context.ts";

/** Mailboxes and virus scanners open links by themselves, so that only its button changes anything. */
export async function declineMarketingPage(
  _by: Actor,
  { token }: InputOf<typeof message.declineMarketingPage>,
): Promise<string> {
  const { name } = await storeSettings(db());
  if (emailIn(token) === null) {
    return plainPage(
      `Unsubscribe – ${name}`,
      `<h1>This link does not work</h1>
<p>It may be incomplete. Copy the whole address from the email, or write to ${escaped(name)}.</p>`,
    );
  }
  return plainPage(
    `Unsubscribe – ${name}`,
    `<h1>Unsubscribe</h1>
<p>Do you want to stop getting reminders and other marketing emails from ${escaped(name)}? You will still get emails about your orders.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
  );
}

export async function declineByLink(by: Actor, { token }: InputOf<typeof message.declineMarketing>): Promise<string> {
  const email = emailIn(token);
  if (email === null) throw new Refusal("message.linkUnknown");
  await inChange(by, async (change) => declineMarketing(change, email, await nameInCart(change.tx, email)));
  const { name } = await reading(() => storeSettings(db()));
  return plainPage(
    `Unsubscribed – ${name}`,
    `<h1>Unsubscribed</h1>
<p>${escaped(name)} will send you no more marketing emails. You will still get emails about your orders.</p>`,
  );
}
