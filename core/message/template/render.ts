import type { Source, TemplateFault } from "#core/contract/template";
import { boundedTogether, type Markup, parsedOnce, rendered } from "./engine.ts";
import { faultOf } from "./fault.ts";
import { fitted, type Registered } from "./registered.ts";

/** A message as it is sent. */
export interface Written {
  readonly subject: string | null;
  readonly html: string | null;
  readonly body: string;
  /** What a sender of registered texts is told; null where the template has none. */
  readonly registered: Registered | null;
}

/** What stopped it. */
export class NotRendered extends Error {
  readonly fault: TemplateFault;

  constructor(fault: TemplateFault) {
    super(`${fault.part}, line ${fault.line}, column ${fault.column}: ${fault.says}`);
    this.name = "NotRendered";
    this.fault = fault;
  }
}

/** What a template and what it is about come to. */
export interface Texts {
  readonly subject: string | null;
  /** Its styles stand where the template has them. */
  readonly html: string | null;
  readonly body: string;
}

export interface Rendering {
  readonly source: Source;
  readonly scope: object;
}

/** The texts of many messages, for less than each by itself takes. Those that cannot be written are left to `writtenBy`. */
export const textsOf = (renderings: readonly Rendering[]): (Texts | undefined)[] =>
  boundedTogether(renderings.map((rendering) => () => textsOrNone(rendering)));

function textsOrNone(rendering: Rendering): Texts | undefined {
  try {
    return textsBy(rendering);
  } catch (error) {
    if (error instanceof NotRendered) return undefined;
    throw error;
  }
}

/**
 * Writes a message out, as it will be sent: its styles stand at its elements.
 * @param texts what `textsOf` has answered for it.
 * @throws NotRendered
 */
export async function writtenBy(source: Source, scope: object, texts?: Texts): Promise<Written> {
  const { subject, html, body } = texts ?? textsOf([{ source, scope }])[0] ?? textsBy({ source, scope });
  const { registered } = source;
  return {
    ...{ subject, body, html: html === null ? null : await styled(html) },
    registered: registered && fitted(registered, body),
  };
}

function textsBy({ source: { subject, html, body }, scope }: Rendering): Texts {
  return {
    body: tidy(part("body", body, "text", scope)),
    subject: subject === undefined ? null : oneLine(part("subject", subject, "text", scope)),
    html: html === undefined ? null : part("html", html, "html", scope),
  };
}

function part(name: TemplateFault["part"], source: string, markup: Markup, scope: object): string {
  try {
    return rendered(parsedOnce(source, markup), markup, scope);
  } catch (error) {
    throw new NotRendered(faultOf(name, error));
  }
}

/** One that says `data-embed` stays where it is. What does the rest is loaded only for those who have styles of their own. */
const hasOwnStyles = /<style(?![^<>]*\sdata-embed)/i;

async function styled(html: string): Promise<string> {
  if (!hasOwnStyles.test(html)) return html;
  const { withInlineStyles } = await import("./inline-styles.ts");
  try {
    return withInlineStyles(html);
  } catch (error) {
    throw new NotRendered(faultOf("html", error));
  }
}

const subjectMax = 300;

/** A header is one line, whatever is in a name. */
const oneLine = (text: string): string =>
  [...text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim()].slice(0, subjectMax).join("");

/**
 * What tags leave behind: blanks at the ends of lines, and more than one empty line. Blanks are looked at from the first one
 * of them only: from each, so many as a template can make would take minutes.
 */
const tidy = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(/(?<![ \t])[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
