/**
 * What lets pages of any other origin ask the store API and read its answers. What opens it is the key that a page sends, which
 * everybody who sees the page can read, and never a cookie: so no page gets at more than it knows already.
 */
const base = "/api/store/";

/** Of every answer of the store API, refusals included: a page that may not read those cannot say what is wrong. */
export const forAnyPage = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "ETag, Idempotent-Replayed, Preference-Applied, Retry-After",
} as const;

/** A browser asks no more than once in so long: Chrome keeps an answer for two hours at most. */
const askedAgainSeconds = 7_200;

/** The answer to a browser that asks before it sends what no plain form could; null where there is nothing to be sent. */
export const preflight = (path: string, methods: readonly string[]): Readonly<Record<string, string>> | null =>
  path.startsWith(base) && methods.length > 0
    ? {
        ...forAnyPage,
        "access-control-allow-methods": methods.join(", "),
        "access-control-allow-headers": "Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer",
        "access-control-max-age": String(askedAgainSeconds),
      }
    : null;
