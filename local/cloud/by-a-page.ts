import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a page in a browser sent the request; browsers always identify themselves. Embedded services trust their
 * callers, and any page that is open in a browser on this machine could call them.
 */
export const isByPage = ({ origin, "sec-fetch-site": site }: IncomingHttpHeaders): boolean =>
  origin !== undefined || site !== undefined;
