/** Headers of the API's own pages. They allow no scripts, so injected content could do nothing. */
export const plainPageHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** For a page with a form that is sent to its own address. */
export const formPageHeaders = {
  ...plainPageHeaders,
  "content-security-policy": plainPageHeaders["content-security-policy"].replace(
    "form-action 'none'",
    "form-action 'self'",
  ),
  "referrer-policy": "no-referrer",
} as const;
