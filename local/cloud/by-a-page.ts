import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a page in a browser asks: a browser always says that it is one. What is embedded believes whoever calls it, and any
 * page that a browser of this machine shows could.
 */
export const isByPage = ({ origin, "sec-fetch-site": site }: IncomingHttpHeaders): boolean =>
  origin !== undefined || site !== undefined;
