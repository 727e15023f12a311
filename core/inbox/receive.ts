import { sql } from "drizzle-orm";
import { db } from "#core/db/client";
import { newId } from "#core/id";
import type { Family } from "#core/provider/adapter";
import type { Inbound } from "#core/provider/inbound";
import { settingsOf } from "#core/provider/sealed-settings";
import { Refusal } from "#core/refusal";

/** As the database takes them. */
export const inboundBytesMax = 256 * 1024;

/**
 * Keeps what a provider sends, once it is known to be theirs; what it says is worked on afterwards, so that nobody is kept
 * waiting and nothing is lost. The same event again changes nothing.
 * @returns whether it is new.
 * @throws Refusal `provider.unknown`, also of one that is not set up; `provider.unsigned`; `request.tooLarge`.
 */
export async function receiveInbound(family: Family, name: string, inbound: Inbound): Promise<boolean> {
  const code = family.codeAt ? (family.codeAt(name) ?? "") : name;
  const adapter = family.codes.includes(code) ? await family.load(code) : undefined;
  const settings = adapter?.receives && (await settingsOf(code));
  if (!adapter?.receives || !settings) throw new Refusal("provider.unknown");
  if (inbound.body.length > inboundBytesMax) throw new Refusal("request.tooLarge");
  const eventId = adapter.receives.admit(settings, inbound);
  const { keeps } = adapter.receives;
  const headers = Object.fromEntries(
    keeps.flatMap((name) => (name in inbound.headers ? [[name, inbound.headers[name]]] : [])),
  );
  const kept = await db().execute(sql`
    insert into inbox (id, provider, event_id, headers, body, status, due_at, received_at)
    values (${newId("inbox")}, ${code}, ${eventId}, ${JSON.stringify(headers)}::jsonb,
      decode(${inbound.body.toString("base64")}, 'base64'), 'new', clock_timestamp(), ${inbound.at.toISOString()}::timestamptz)
    on conflict (provider, event_id) do nothing returning 1`);
  return kept.length > 0;
}
