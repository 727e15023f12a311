const published = /^\/media\/products\/prd_[0-9a-z]{26}\/img_[0-9a-z]{26}-/;
const signed = /^\/files\//;

/**
 * What the store serves by itself is asked for where this page came from: the store may be known by several names, and
 * this page may fetch from its own only.
 */
export function ownAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return published.test(pathname) || signed.test(pathname) ? pathname + search : url;
}
