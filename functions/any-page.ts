/**
 * Lets pages of any origin call the store API and read its answers (CORS). Access is by the key that a page sends,
 * which everyone who sees the page can read, and never by a cookie: so no page gets more than it can already reach.
 */
export const forAnyPagesBelow = "/api/store/";

/** Headers of every answer of the store API, refusals included: pages must be able to read and show those. */
export const forAnyPage = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "ETag, Idempotent-Replayed, Preference-Applied, Retry-After",
} as const;

/** How long a browser may cache a preflight: Chrome allows two hours at most. */
const askedAgainSeconds = 7_200;

/** The headers that answer a browser's preflight; null where the store API takes nothing. */
export const preflight = (path: string, methods: readonly string[]): Readonly<Record<string, string>> | null =>
  path.startsWith(forAnyPagesBelow) && methods.length > 0
    ? {
        ...forAnyPage,
        "access-control-allow-methods": methods.join(", "),
        "access-control-allow-headers": "Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer",
        "access-control-max-age": String(askedAgainSeconds),
      }
    : null;
