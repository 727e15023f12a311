/**
 * JSON that PostgreSQL accepts, whatever text came from a foreign server: without NUL and lone surrogates. One refused
 * outcome would fail all others in its statement.
 */
export function storable(value: unknown): string {
  const json = JSON.stringify(value);
  return refused.test(json) ? JSON.stringify(value, cleaned) : json;
}

/** Also matches the same letters after a literal backslash in the text, which is harmless: cleaning changes nothing. */
const refused = /\\u(?:0000|d[89a-f])/i;

const cleaned = (_: string, value: unknown) =>
  typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;
