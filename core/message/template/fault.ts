import { LiquidError } from "liquidjs";
import type { TemplateFault } from "#core/contract/template";

type Part = TemplateFault["part"];

const sentences: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [/^undefined filter: (\S+)/, ([, name]) => `There is no filter ${name}.`],
  [/^tag "(.*)" not found/, ([, name]) => `There is no tag ${name} here.`],
  [/^tag (.*) not closed/, ([, tag]) => `${tag} is never closed.`],
  [/^output "(.*)" not closed/s, ([, start]) => `${start?.trim()} is never closed.`],
  [/timed out|steps are needed/, () => "It takes too long: it has too many loops, or too much in them."],
  [/memory alloc limit/, () => "It needs too much memory."],
  [/Maximum call stack|Invalid string length/, () => "It is nested too deeply, or too long."],
  [/parse length limit/, () => "It is too long."],
];

/** The library's error in our own words, with its position. */
export function faultOf(part: Part, error: unknown): TemplateFault {
  const message = (error instanceof Error ? error.message : String(error)).replace(/, line:\d+, col:\d+$/, "");
  const known = sentences.map(([form, words]) => ({ found: form.exec(message), words })).find(({ found }) => found);
  const says = known?.found ? known.words(known.found) : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  const [line, column] = error instanceof LiquidError ? error.token.getPosition() : [1, 1];
  return { part, line: line ?? 1, column: column ?? 1, says, suggestion: null };
}
