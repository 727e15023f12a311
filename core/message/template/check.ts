import type { Source, TemplateFault } from "#core/contract/template";
import type { MessageChannel, MessageKind } from "#core/contract/values/message-kinds";
import { variablesOf } from "#core/contract/values/message-variables";
import { bounded, type Markup, parsed } from "./engine.ts";
import { exampleOf } from "./example.ts";
import { faultOf } from "./fault.ts";
import { unknownNames } from "./liquid/names.ts";
import { gapsIn } from "./registered.ts";
import { NotRendered, writtenBy } from "./render.ts";

/**
 * Why a template cannot be used; empty if it can. Also renders it with an example, which detects templates that never
 * end.
 */
export async function faultsOf(kind: MessageKind, channel: MessageChannel, source: Source): Promise<TemplateFault[]> {
  const faults = [...partsOf(channel, source)];
  const { subject, html, body, registered } = source;
  for (const [part, text, markup] of [
    ["subject", subject, "text"],
    ["html", html, "html"],
    ["body", body, "text"],
  ] as const) {
    if (text !== undefined) faults.push(...faultsIn(kind, part, text, markup));
  }
  if (registered && gapsIn(registered.text) !== registered.names.length) {
    const says = `The registered text has ${gapsIn(registered.text)} gaps, and ${registered.names.length} are named.`;
    faults.push({ part: "registered", line: 1, column: 1, says, suggestion: null });
  }
  if (faults.length > 0) return faults;
  try {
    await writtenBy(source, exampleOf(kind));
    return [];
  } catch (error) {
    if (error instanceof NotRendered) return [error.fault];
    throw error;
  }
}

/** An email has subject, HTML and text; an SMS only text. */
function* partsOf(channel: MessageChannel, { subject, html, registered }: Source): Generator<TemplateFault> {
  const fault = (part: TemplateFault["part"], says: string) => ({ part, line: 1, column: 1, says, suggestion: null });
  const isMail = channel === "email";
  if ((subject !== undefined) !== isMail)
    yield fault("subject", isMail ? "An email has a subject." : "An SMS has no subject.");
  if ((html !== undefined) !== isMail) yield fault("html", isMail ? "An email has HTML." : "An SMS has no HTML.");
  if (registered && isMail) yield fault("registered", "Only texts of SMS are registered.");
}

function faultsIn(kind: MessageKind, part: TemplateFault["part"], text: string, markup: Markup): TemplateFault[] {
  try {
    // Finding names can take long too: the library counts each one's position from the start of the text.
    return bounded(() => unknownNames(part, parsed(text, markup), variablesOf(kind)));
  } catch (error) {
    return [faultOf(part, error)];
  }
}
