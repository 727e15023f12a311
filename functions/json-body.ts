/** Reads a request's body as JSON, in work bounded by its number of bytes: anyone may send one. */
import { isUtf8 } from "node:buffer";

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** What is wrong with a request, and where. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Nesting deeper than in any valid body. */
const depthMax = 32;
/** Values and fields. The largest valid body, ten thousand rows of a price list, has half as many. */
const elementsMax = 100_000;

export const notUtf8: Issue = { path: "", message: "This is not UTF-8." };

/** A body's value, or what is wrong with it. */
export function jsonIn(bytes: Buffer): { readonly value: Json } | Issue {
  const names = namesWithinBounds(bytes);
  if (typeof names === "string") return { path: "", message: names };
  if (!isUtf8(bytes)) return notUtf8;
  let value: Json;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return { path: "", message: "The body is not JSON." };
  }
  if (namesIn(value) < names) return { path: "", message: namedTwice };
  // Valid UTF-8 and JSON contain neither NUL nor lone surrogates: only an escape can produce them.
  const mayStray = bytes.includes("\\u") || bytes.includes(prototype);
  const found = mayStray ? strayIn(value) : null;
  return found ? { path: found.path.join("."), message: found.message } : { value };
}

/**
 * Checked before parsing: empty lists take ten times the memory of their text.
 * @returns how many names its objects have, or which bound it exceeds.
 */
function namesWithinBounds(bytes: Buffer): number | string {
  let [depth, elements, names, inText] = [0, 0, 0, false];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inText) {
      if (byte === codeOf["\\"]) at++;
      else if (byte === codeOf['"']) inText = false;
    } else if (byte === codeOf['"']) inText = true;
    else if (byte === codeOf["]"] || byte === codeOf["}"]) depth--;
    else if (byte === codeOf[","]) elements++;
    else if (byte === codeOf[":"]) names++;
    else if (byte === codeOf["["] || byte === codeOf["{"]) {
      elements++;
      if (++depth > depthMax) return `The body is nested more than ${depthMax} deep.`;
    }
    if (elements > elementsMax) return `The body has more than ${elementsMax} values.`;
  }
  return names;
}

/** Of two fields with the same name `JSON.parse` keeps the last, which may not be the one that was meant. */
const namedTwice = "An object in the body has two fields with the same name.";

function namesIn(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) return value.reduce((sum: number, inner) => sum + namesIn(inner), 0);
  const inner = Object.values(value);
  return inner.reduce((sum: number, one) => sum + namesIn(one), inner.length);
}

const codeOf = { '"': 0x22, "\\": 0x5c, ",": 0x2c, ":": 0x3a, "[": 0x5b, "]": 0x5d, "{": 0x7b, "}": 0x7d } as const;

export const malformed = "The text has a NUL character or half a character in it.";
/** PostgreSQL's text takes no NUL, and UTF-8 no lone surrogate: found here, they are a 400 rather than a 500. */
export const isMalformed = (text: string): boolean => text.includes("\0") || !text.isWellFormed();

export const notKnown = "This operation has no such field.";
/** The name that Zod silently drops where any name is allowed. */
const prototype = "__proto__";

interface Stray extends Omit<Issue, "path"> {
  readonly path: string[];
}

/** A text that cannot be stored or a name that would be dropped; its path is built only if there is one. */
function strayIn(value: Json): Stray | null {
  if (typeof value === "string") return isMalformed(value) ? { path: [], message: malformed } : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    // A problem in a field's name is reported for the object.
    if (isMalformed(name)) return { path: [], message: malformed };
    const found = name === prototype ? { path: [], message: notKnown } : strayIn(inner);
    if (found) return { ...found, path: [name, ...found.path] };
  }
  return null;
}
