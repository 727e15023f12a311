import type { Source, TemplateFault } from "#core/contract/template";
import { bounded, type Markup, parsedOnce, rendered } from "./engine.ts";
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

/** Writes a message out, as it will be sent: its styles stand at its elements. @throws NotRendered */
export async function writtenBy(source: Source, scope: object): Promise<Written> {
  const { subject, html, body } = texts(source, scope);
  return {
    subject,
    html: html === null ? null : await styled(html),
    body,
    registered: source.registered && fitted(source.registered, body),
  };
}

/** All parts, bounded together. */
function texts({ subject, html, body }: Source, scope: object) {
  let part: TemplateFault["part"] = "body";
  const text = (name: typeof part, source: string, markup: Markup) => {
    part = name;
    return rendered(parsedOnce(source, markup), markup, scope);
  };
  try {
    return bounded(() => ({
      body: tidy(text("body", body, "text")),
      subject: subject === undefined ? null : oneLine(text("subject", subject, "text")),
      html: html === undefined ? null : text("html", html, "html"),
    }));
  } catch (error) {
    throw new NotRendered(faultOf(part, error));
  }
}

/** One that says `data-embed` stays where it is. What does the rest is loaded only for those who have styles of their own. */
const hasOwnStyles = /<style(?![^>]*\sdata-embed)/i;

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

/** What tags leave behind: blanks at the ends of lines, and more than one empty line. */
const tidy = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
