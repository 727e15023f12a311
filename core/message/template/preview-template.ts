import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as template from "#core/contract/template";
import { db } from "#core/db/client";
import { scopeOfPreview } from "./scope-of-preview.ts";
import { currentTemplate } from "./show-template.ts";
import { smsParts } from "./sms-parts.ts";

/** What a message would look like. Faults in the template are part of the answer, because it is still being typed. */
export async function previewTemplate(
  by: Actor,
  { kind, channel, source: typed, orderId }: InputOf<typeof template.preview>,
): Promise<OutputOf<typeof template.preview>> {
  const [{ faultsOf }, { NotRendered, writtenBy }] = await Promise.all([import("./check.ts"), import("./render.ts")]);
  const current = await currentTemplate(db(), { kind, channel });
  const scope = await scopeOfPreview(db(), by, kind, orderId);
  const source = { ...current.source, ...typed, body: typed?.body ?? current.source.body };
  const nothing = { subject: null, html: null, body: "", parts: null };
  const faults = await faultsOf(kind, channel, source);
  if (faults.length > 0) return { ...nothing, faults };
  try {
    const { subject, html, body, registered } = await writtenBy(source, scope);
    const differs = registered && "differs" in registered ? [registered.differs] : [];
    return {
      ...{ subject, html, body, parts: channel === "sms" ? smsParts(body) : null },
      faults: differs.map((says) => ({ part: "registered", line: 1, column: 1, says, suggestion: null })),
    };
  } catch (error) {
    if (error instanceof NotRendered) return { ...nothing, faults: [error.fault] };
    throw error;
  }
}
