import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as template from "#core/contract/template";
import { isSecurityNotice } from "#core/contract/values/message-kinds";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { invalidField } from "#core/refusal";
import { shownSummary } from "./show-template.ts";
import { lockedTemplate } from "./write-version.ts";

export async function setMessageSwitch(
  change: Change,
  { kind, channel, isOn }: InputOf<typeof template.setSwitch>,
): Promise<OutputOf<typeof template.setSwitch>> {
  const named = { kind, channel };
  const before = await lockedTemplate(change, named);
  if (isSecurityNotice(kind) && !isOn) {
    throw invalidField("isOn", "A notice that someone's access has changed is always sent.");
  }
  if (before.isOn !== isOn) {
    await change.tx.execute(sql`
      insert into message_switches (kind, channel, is_on) values (${kind}, ${channel}, ${isOn})
      on conflict (kind, channel) do update set is_on = excluded.is_on`);
    const difference = { before: { isOn: before.isOn }, after: { isOn } };
    audit(change, template.setSwitch.name, `${kind}/${channel}`, difference, "template");
  }
  return await shownSummary(change.tx, named);
}
