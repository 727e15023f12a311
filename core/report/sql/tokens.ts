/** Splits SQL text into tokens as PostgreSQL's own lexer does. Text within strings and comments is not a name. */

export interface Token {
  /** `name`: a word or quoted name; `parameter`: `{{name}}`; `blank`: space or comment; `other`: anything else. */
  readonly kind: "name" | "parameter" | "semicolon" | "open" | "blank" | "other";
  readonly text: string;
  /** Where it begins, in UTF-16 code units. */
  readonly at: number;
}

/** In E'…' until its quote. */
const escaped = String.raw`(?:[^'\\]|\\[\s\S]|'')*'`;
/** A string that begins on a later line continues the one before, with the same escapes. */
const onLaterLine = String.raw`(?:[ \t\f\v]|--[^\n\r]*(?![^\n\r]))*[\n\r](?:[ \t\n\r\f\v]|--[^\n\r]*[\n\r])*'`;

/**
 * In PostgreSQL's order. Comments nest, so they are not matched by a regular expression. The session turns
 * `standard_conforming_strings` on, so backslashes escape only in E'…'.
 */
const forms: readonly (readonly [Token["kind"], RegExp])[] = [
  ["blank", /[ \t\n\r\f\v]+/y],
  ["blank", /--[^\n\r]*/y],
  ["parameter", /\{\{[a-z][a-z0-9_]{0,39}\}\}/y],
  ["other", new RegExp(`[eE]'${escaped}(?:${onLaterLine}${escaped})*`, "y")],
  ["other", /(?:[bBxXnN]|[uU]&)?'(?:[^']|'')*'/y],
  ["other", /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$[\s\S]*?\$\1\$/y],
  ["name", /[uU]&"(?:[^"]|"")*"/y],
  ["name", /"(?:[^"]|"")*"/y],
  ["name", /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ["other", /\d[\w.]*/y],
  ["semicolon", /;/y],
  ["open", /\(/y],
];

export function tokensOf(statement: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < statement.length; ) {
    const token = tokenAt(statement, at);
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

function tokenAt(statement: string, at: number): Token {
  if (statement.startsWith("/*", at))
    return { kind: "blank", text: statement.slice(at, endOfComment(statement, at)), at };
  for (const [kind, form] of forms) {
    form.lastIndex = at;
    const text = form.exec(statement)?.[0];
    if (text !== undefined) return { kind, text, at };
  }
  return { kind: "other", text: statement.charAt(at), at };
}

/** An unclosed comment extends to the end: PostgreSQL reports it. */
function endOfComment(statement: string, start: number): number {
  let depth = 0;
  for (let at = start; at < statement.length; at++) {
    if (statement.startsWith("/*", at)) {
      depth++;
      at++;
    } else if (statement.startsWith("*/", at)) {
      depth--;
      at++;
      if (depth === 0) return at + 1;
    }
  }
  return statement.length;
}

/** The name that a token denotes, folded as PostgreSQL does. */
export const nameOf = (text: string): string =>
  text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text.toLowerCase();
