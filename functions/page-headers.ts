/**
 * What the admin's pages are sent with, wherever they are served from: scripts and requests from their own origin only;
 * inline styles, for the component library measures with them.
 */
export const pageHeaders = {
  "content-security-policy":
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** What pictures are sent with, wherever they are served from: should anything else ever lie there, it does not run. */
export const mediaHeaders = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
} as const;
