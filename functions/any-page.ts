/**
 * Lets pages of any origin call the store API and read its answers (CORS). Access is by the key that a page sends,
 * which everyone who sees the page can read, and never by a cookie: so no page gets more than it can already reach.
 */
const forAnyPagesBelow = "/api/store/";

/** Headers of every answer of the store API, refusals included: pages must be able to read and show those. */
export const forAnyPage = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "ETag, Idempotent-Replayed, Preference-Applied, Retry-After",
} as const;

/** The same for an answer that no operation gives: pages must be able to read that there is none. */
export const forAnyPageAt = (path: string): typeof forAnyPage | null =>
  path.startsWith(forAnyPagesBelow) ? forAnyPage : null;

/** How long a browser may cache a preflight: Chrome allows two hours at most. */
const askedAgainSeconds = 7_200;

/** A request to an unknown path may be sent too: its 404 then says what is wrong, and not the browser. */
const anyMethod = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The headers that answer a browser's preflight; null outside the store API. */
export const preflight = (path: string, methods: readonly string[]): Readonly<Record<string, string>> | null =>
  path.startsWith(forAnyPagesBelow)
    ? {
        ...forAnyPage,
        "access-control-allow-methods": (methods.length > 0 ? methods : anyMethod).join(", "),
        "access-control-allow-headers": "Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer",
        "access-control-max-age": String(askedAgainSeconds),
      }
    : null;
