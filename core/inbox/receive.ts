import { inboundBytesMax } from "#core/contract/kit";
import type { Family } from "#core/provider/adapter";
import type { Inbound } from "#core/provider/inbound";
import { type Opened, readSettings, settingsReadLast } from "#core/provider/sealed-settings";
import { Refusal } from "#core/refusal";
import { type Kept, keepInbound } from "./keep-inbound.ts";

/**
 * Keeps what a provider sends, once it is known to be theirs; what it says is worked on afterwards, so that nobody is kept
 * waiting and nothing is lost. The same event again changes nothing.
 *
 * It is looked at with the settings that this process has read last, and kept by the one statement that also sees whether
 * the provider still has those. Only if not, or if they do not admit it, are they read again.
 * @returns whether it is new.
 * @throws Refusal `provider.unknown`, also of one that is not set up; `provider.unsigned`; `request.tooLarge`.
 */
export async function receiveInbound(family: Family, name: string, inbound: Inbound): Promise<boolean> {
  const code = family.codeAt ? (family.codeAt(name) ?? "") : name;
  const adapter = family.codes.includes(code) ? await family.load(code) : undefined;
  const receives = adapter?.receives;
  if (!receives) throw new Refusal("provider.unknown");
  const { keeps } = receives;
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
    const kept = await keep(receives.admit(now.settings, inbound), now);
    if (kept !== "stale") return kept === "new";
  }

  function keep(eventId: string, by: Opened): Promise<Kept> {
    const { body, at } = inbound;
    const headers = Object.fromEntries(
      keeps.flatMap((name) => (name in inbound.headers ? [[name, inbound.headers[name]]] : [])),
    );
    return keepInbound({ provider: code, eventId, headers, body, at, by });
  }
}

/** Whoever is not admitted by what was read last may be by what the settings are now. */
function idOrNone(admit: () => string): string | undefined {
  try {
    return admit();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
