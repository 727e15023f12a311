import type * as report from "#core/contract/report";
import { invalidField, Refusal } from "#core/refusal";
import { nameOf, type Token, tokensOf } from "./tokens.ts";

type Parameter = report.QueryParameter;

/** A statement as it is sent to PostgreSQL, with a mapping back to the original. */
export interface Written {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Names before a parenthesis or after a dot: functions, and words such as `in` and columns. */
  readonly called: readonly { readonly name: string; readonly at: number }[];
  /** The position in the original for a position in `text`, both in code points from 1, as PostgreSQL counts. */
  readonly placeOf: (position: number) => number;
  /** The same for the start of a token. */
  readonly placeIn: (at: number) => number;
}

const types: Readonly<
  Record<Parameter["type"], { readonly cast: string; readonly form: RegExp; readonly says: string }>
> = {
  text: { cast: "text", form: /^[^\0]*$/, says: "text without NUL characters" },
  number: { cast: "numeric", form: /^-?\d{1,30}(\.\d{1,10})?$/, says: "a number such as 12.5" },
  date: { cast: "date", form: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, says: "a day such as 2026-09-30" },
  boolean: { cast: "boolean", form: /^(true|false)$/, says: "true or false" },
};

/**
 * Replaces parameter names with placeholders for values, never with text, and refuses what no report may contain.
 * @throws Refusal `request.invalid` with the parameter's name, `report.refused` with the reason and its position.
 */
export function written(
  statement: string,
  parameters: readonly Parameter[],
  given: Readonly<Record<string, string | null>>,
): Written {
  const tokens = withoutEnd(tokensOf(statement));
  const values = parameters.map((parameter) =>
    // A parameter may be called `constructor`, which every object inherits.
    valueFor(parameter, Object.hasOwn(given, parameter.name) ? given[parameter.name] : undefined),
  );
  for (const name of Object.keys(given)) {
    if (!parameters.some((parameter) => parameter.name === name))
      throw invalidField(`parameters.${name}`, "this report has no such parameter");
  }
  const pieces: { from: number; to: number; length: number }[] = [];
  const used = new Map<string, number>();
  let text = "";
  for (const token of tokens) {
    refuseToken(token, statement);
    // Without spaces around it, letters or a `$` next to a parameter would become one token with the placeholder.
    if (token.kind === "parameter") text += " ";
    const piece = token.kind === "parameter" ? placeholder(token, statement, parameters, used) : token.text;
    pieces.push({ from: token.at, to: text.length, length: piece.length });
    text += piece;
  }
  const order = [...used].toSorted(([, a], [, b]) => a - b).map(([name]) => name);
  return {
    text,
    values: order.map((name) => values[parameters.findIndex((parameter) => parameter.name === name)] ?? null),
    called: namesCalled(tokens),
    placeIn: (at) => pointsOf(statement, at),
    placeOf: (position) => {
      const at = unitsOf(text, position);
      const piece = pieces.findLast(({ to }) => to <= at);
      const from = piece ? piece.from + Math.min(at - piece.to, piece.length) : 0;
      return pointsOf(statement, from);
    },
  };
}

const unitsOf = (text: string, position: number) => [...text].slice(0, position - 1).join("").length;
const pointsOf = (text: string, units: number) => [...text.slice(0, units)].length + 1;

/** One semicolon at the end is allowed. */
function withoutEnd(tokens: Token[]): Token[] {
  const last = tokens.findLastIndex(({ kind }) => kind !== "blank");
  return tokens[last]?.kind === "semicolon" ? tokens.slice(0, last) : tokens;
}

function placeholder(
  { text, at }: Token,
  statement: string,
  parameters: readonly Parameter[],
  used: Map<string, number>,
): string {
  const name = text.slice(2, -2);
  const parameter = parameters.find((one) => one.name === name);
  if (!parameter) throw refused(`there is no parameter called ${name}`, pointsOf(statement, at));
  const number = used.get(name) ?? used.size + 1;
  used.set(name, number);
  return `$${number}::${types[parameter.type].cast} `;
}

function valueFor({ name, type, default: otherwise }: Parameter, given: string | null | undefined): string | null {
  const value = given === undefined ? (otherwise ?? null) : given;
  if (value === null || value === "") return type === "text" ? value : null;
  const { form, says } = types[type];
  if (!form.test(value) || (type === "date" && Number.isNaN(Date.parse(value))))
    throw invalidField(`parameters.${name}`, says);
  if (type === "date" && new Date(value).toISOString().slice(0, 10) !== value)
    throw invalidField(`parameters.${name}`, says);
  return value;
}

export const refused = (sentence: string, position: number | null) =>
  new Refusal("report.refused", { sentence, position });

/** The system catalogues reveal the store's internals and what others are doing. */
const hidden = /^(pg_|information_schema$)/;

function refuseToken({ kind, text, at }: Token, statement: string): void {
  // The position is computed only on refusal: for each token it would take seconds.
  const here = (sentence: string) => refused(sentence, pointsOf(statement, at));
  if (kind === "semicolon") throw here("a report is one statement");
  if (kind === "other" && text.startsWith("$") && /^\$\d/.test(statement.slice(at))) {
    throw here("a parameter is written {{name}}");
  }
  if (kind !== "name") return;
  if (/^u&/i.test(text)) throw here('names are written plainly, not as U&"…"');
  if (hidden.test(nameOf(text))) throw here(`a report may not use ${nameOf(text)}`);
}

/** PostgreSQL calls `f(x)`, with or without space between, and also `(x).f`. */
function namesCalled(tokens: readonly Token[]): Written["called"] {
  const words = tokens.filter(({ kind }) => kind !== "blank");
  return words.flatMap(({ kind, text, at }, index) => {
    const isCalled = words[index + 1]?.kind === "open" || words[index - 1]?.text === ".";
    return kind === "name" && isCalled ? [{ name: nameOf(text), at }] : [];
  });
}
