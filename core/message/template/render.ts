import type { Source, TemplateFault } from "#core/contract/template";
import { boundedTogether, type Markup, parsedOnce, rendered } from "./engine.ts";
import { faultOf } from "./fault.ts";
import { fitted, type Registered } from "./registered.ts";

/** A message as it is sent. */
export interface Written {
  readonly subject: string | null;
  readonly html: string | null;
  readonly body: string;
  /** What a sender of registered texts is given; null if the template has no registered text. */
  readonly registered: Registered | null;
}

/** A template could not be rendered, and why. */
export class NotRendered extends Error {
  readonly fault: TemplateFault;

  constructor(fault: TemplateFault) {
    super(`${fault.part}, line ${fault.line}, column ${fault.column}: ${fault.says}`);
    this.name = "NotRendered";
    this.fault = fault;
  }
}

/** A template rendered with its data. */
export interface Texts {
  readonly subject: string | null;
  /** With the styles where the template has them, not inlined. */
  readonly html: string | null;
  readonly body: string;
}

export interface Rendering {
  readonly source: Source;
  readonly scope: object;
}

/**
 * The texts of many messages, which is cheaper than one by one. Those that fail are undefined: `writtenBy` reports why.
 */
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
 * Renders a message as it will be sent, with inlined styles.
 * @param texts the result of `textsOf` for it.
 * @throws NotRendered
 */
export async function writtenBy(source: Source, scope: object, texts?: Texts): Promise<Written> {
  const { subject, html, body } = texts ?? textsOf([{ source, scope }])[0] ?? textsBy({ source, scope });
  return {
    ...{ subject, body, html: html === null ? null : await styled(html) },
    registered: fittedBy(source, body),
  };
}

/** The text of an SMS as a sender of registered texts is given it. */
export const fittedBy = ({ registered }: Source, body: string): Registered | null =>
  registered && fitted({ ...registered, text: tidySms(registered.text) }, body);

function textsBy({ source: { subject, html, body }, scope }: Rendering): Texts {
  return {
    body: subject === undefined ? tidySms(part("body", body, "text", scope)) : tidy(part("body", body, "plain", scope)),
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

/**
 * Styles marked `data-embed` are not inlined. The library that inlines the others is loaded only for templates with
 * some.
 */
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

/** A header must be one line, whatever a name contains. */
const oneLine = (text: string): string =>
  [...text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim()].slice(0, subjectMax).join("");

/**
 * Removes what tags leave behind: spaces at the ends of lines, and repeated empty lines. A match only begins at the
 * first space of a run: beginning at each would take minutes with as many as a template can produce.
 */
const tidy = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(/(?<![ \t])[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/**
 * The spaces in an amount, as in "12,00 €", must not break where a line ends, which an SMS does not know; and they are
 * not in GSM-7: one of them would make a text of 160 characters three parts. So would the apostrophe that people type
 * on their phones, and that separates the thousands of Swiss amounts, and the sign of the rupee.
 */
const tidySms = (text: string): string =>
  tidy(
    text
      .replace(/[\u00a0\u202f]/g, " ")
      .replaceAll("\u2019", "'")
      .replaceAll("\u20b9", "Rs."),
  );
