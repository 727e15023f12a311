/** Texts that were registered before they may be sent, with gaps in them. */
import type { Source } from "#core/contract/template";

type Given = NonNullable<Source["registered"]>;

/** What a sender of registered texts is told, or where the text is another. */
export type Registered =
  | { readonly id: string; readonly values: Readonly<Record<string, string>> }
  | { readonly differs: string };

const gap = "{#var#}";
/** As the register has it. */
const gapMax = 30;

/** What stands in the gaps of a registered text where a message has the same words. */
export function fitted({ id, text, names }: Given, message: string): Registered {
  const pieces = text.trim().split(gap);
  const form = new RegExp(`^${pieces.map(RegExp.escape).join("([^]*?)")}$`);
  const found = form.exec(message);
  if (!found) return { differs: differenceOf(pieces, message) };
  const values = found.slice(1);
  const tooLong = values.findIndex((value) => [...value].length > gapMax);
  if (tooLong >= 0) {
    return { differs: `"${values[tooLong]}" has more than the ${gapMax} characters that a gap may have.` };
  }
  return { id, values: Object.fromEntries(values.map((value, nth) => [names[nth] ?? `VAR${nth + 1}`, value])) };
}

/** From which words on the message is another text. */
function differenceOf(pieces: readonly string[], message: string): string {
  let at = 0;
  for (const [nth, piece] of pieces.entries()) {
    const found = nth === 0 ? (message.startsWith(piece) ? 0 : -1) : message.indexOf(piece, at);
    if (found < 0) {
      return `The registered text goes on with "${cut(piece)}", and the message with "${cut(message.slice(at))}".`;
    }
    at = found + piece.length;
  }
  return `The message goes on after the registered text with "${cut(message.slice(at))}".`;
}

const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** How many gaps a registered text has. */
export const gapsIn = (text: string): number => text.split(gap).length - 1;
