import { inboundBytesMax } from "#core/contract/kit/operation";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { Family } from "#core/provider/adapter";
import { type Inbound, unsigned } from "#core/provider/inbound";
import { type Opened, readSettings, settingsReadLast } from "#core/provider/sealed-settings";
import { Refusal } from "#core/refusal";
import { type Kept, keepInbound } from "./keep-inbound.ts";

/**
 * Stores what a provider sends, once it is known to be genuine; it is processed afterwards, so that the provider need
 * not wait and nothing is lost. Repeating an event changes nothing.
 *
 * It is verified with the settings that this process read last, and stored by a statement that also checks that they
 * are still current. Only if they are not, or do not admit it, are they read again.
 * @returns whether it is new.
 * @throws Refusal `provider.unknown`, also for one that is not set up; `provider.unsigned`; `request.tooLarge`;
 * `service.busy` while too many unverified events are waiting.
 */
export async function receiveInbound(family: Family, name: string, inbound: Inbound): Promise<boolean> {
  const code = family.codeAt ? (family.codeAt(name) ?? "") : name;
  const adapter = family.codes.includes(code) ? await family.load(code) : undefined;
  const receives = adapter?.receives;
  if (!receives) throw new Refusal("provider.unknown");
  const { keeps, provenLater = false } = receives;
  const isTooLarge = inbound.body.length > inboundBytesMax;
  const last = settingsReadLast(code);
  if (last && !isTooLarge) {
    const eventId = idOrNone(() => receives.admit(last.settings, inbound));
    const kept = eventId === undefined ? "stale" : await keep(eventId, last);
    if (kept !== "stale") return kept === "new";
  }
  for (;;) {
    const now = await readSettings(code);
    if (!now) throw new Refusal("provider.unknown");
    if (isTooLarge) throw new Refusal("request.tooLarge", { bytesMax: inboundBytesMax });
    const eventId = idOrNone(() => receives.admit(now.settings, inbound));
    if (eventId === undefined) {
      await noteRefused(code);
      throw unsigned();
    }
    const kept = await keep(eventId, now);
    if (kept !== "stale") return kept === "new";
  }

  async function keep(eventId: string, by: Opened): Promise<Kept> {
    const { body, at } = inbound;
    const headers = Object.fromEntries(
      keeps.flatMap((name) => (name in inbound.headers ? [[name, inbound.headers[name]]] : [])),
    );
    const kept = await keepInbound({ provider: code, eventId, headers, body, at, unproven: provenLater, by });
    if (kept === "full") throw new Refusal("service.busy");
    return kept;
  }
}

/** Shown to staff until an event is accepted. Anyone can cause it: at most one is written in a minute. */
const noteRefused = (code: string): Promise<unknown> =>
  db().execute(sql`
    update providers set webhook_refused_at = clock_timestamp()
    where code = ${code} and removed_at is null
      and coalesce(webhook_refused_at < clock_timestamp() - interval '1 minute', true)`);

/** An event that the cached settings do not admit may be admitted by the current ones. */
function idOrNone(admit: () => string): string | undefined {
  try {
    return admit();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
