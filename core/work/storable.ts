/**
 * JSON that PostgreSQL takes, whatever a stranger's server put into a text: it has no NUL and no half of a surrogate pair.
 * One outcome that it refuses would take all others of its statement with it.
 */
export function storable(value: unknown): string {
  const json = JSON.stringify(value);
  return refused.test(json) ? JSON.stringify(value, cleaned) : json;
}

/** Also finds the same letters behind a backslash of the text's own, which does no harm: they are cleaned of nothing. */
const refused = /\\u(?:0000|d[89a-f])/i;

const cleaned = (_: string, value: unknown) =>
  typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;
