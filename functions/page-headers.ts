/**
 * Headers of the admin's pages, wherever they are served from: scripts and requests from their own origin only; inline
 * styles, because the component library measures with them.
 */
export const pageHeaders = {
  "content-security-policy":
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** Headers of images, wherever they are served from: if there is ever anything else, it cannot run. */
export const mediaHeaders = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
} as const;

/**
 * Headers of a PDF that is opened in the browser: Safari shows nothing of one in a sandbox, and Chrome's viewer needs
 * its own styles. Scripts in a PDF cannot reach the page's origin.
 */
export const pdfHeaders = {
  ...mediaHeaders,
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
} as const;
