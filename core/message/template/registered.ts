/** SMS texts with gaps that must be registered before they may be sent. */
import type { Source } from "#core/contract/template";
import { firstOf } from "#core/provider/clean";

type Given = NonNullable<Source["registered"]>;

/** What the sender is given, or where the message differs from the registered text. */
export type Registered =
  | { readonly id: string; readonly values: Readonly<Record<string, string>> }
  | { readonly differs: string };

const gap = "{#var#}";
/** The register's limit for a value. */
const gapMax = 30;

/**
 * The values in the gaps of a registered text, if the message has the same words. Gaps without a word between them are
 * there for a longer value, such as a link, and share it.
 */
export function fitted({ id, text, names }: Given, message: string): Registered {
  const [pieces, counts] = piecesOf(text);
  const whole = valuesIn(pieces, message);
  if (!whole) return { differs: differenceOf(pieces, message) };
  const values = whole.flatMap((value, nth) => shared(value, counts[nth] ?? 1));
  const tooLong = values.findIndex((value) => [...value].length > gapMax);
  if (tooLong >= 0) {
    return { differs: `"${values[tooLong]}" has more than the ${gapMax} characters that a gap may have.` };
  }
  const named = values.map((value, nth) => [names[nth] ?? `VAR${nth + 1}`, value] as const);
  const byName = Object.fromEntries(named);
  const [twice, lost] = named.find(([name, value]) => byName[name] !== value) ?? [];
  if (twice !== undefined) {
    return { differs: `Two gaps are named ${twice}: one would be "${lost}", and the other "${byName[twice]}".` };
  }
  return { id, values: byName };
}

/** The words between the gaps, and how many gaps there are at each place. */
function piecesOf(text: string): readonly [pieces: string[], counts: number[]] {
  const parts = text.split(/((?:\{#var#\})+)/);
  return [parts.filter((_, nth) => nth % 2 === 0), parts.filter((_, nth) => nth % 2 === 1).map(gapsIn)];
}

/** A value's parts for this many gaps, each filled before the next. */
function shared(value: string, gaps: number): string[] {
  const letters = [...value];
  const isLast = (nth: number) => nth === gaps - 1;
  return Array.from({ length: gaps }, (_, nth) =>
    letters.slice(nth * gapMax, isLast(nth) ? undefined : (nth + 1) * gapMax).join(""),
  );
}

/**
 * The values between these pieces of a message; null if it does not consist of them. Each piece is matched where it
 * first occurs, which leaves most for the later ones: a regular expression could try all other places for hours.
 */
function valuesIn([first = "", ...others]: readonly string[], message: string): string[] | null {
  const last = others.pop();
  if (last === undefined) return message === first ? [] : null;
  if (!message.startsWith(first)) return null;
  const values: string[] = [];
  let at = first.length;
  for (const piece of others) {
    const found = message.indexOf(piece, at);
    if (found < 0) return null;
    values.push(message.slice(at, found));
    at = found + piece.length;
  }
  const end = message.length - last.length;
  return at <= end && message.endsWith(last) ? [...values, message.slice(at, end)] : null;
}

/** Where the message begins to differ. */
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

function cut(text: string): string {
  const start = firstOf(40, text);
  return start === text ? text : `${start}…`;
}

/** How many gaps a registered text has. */
export const gapsIn = (text: string): number => text.split(gap).length - 1;
