const published = /^\/media\/products\/prd_[0-9a-z]{26}\/img_[0-9a-z]{26}-/;
const signed = /^\/files\//;

/**
 * Files that the store itself serves are fetched from this page's origin: the store may have several host names, and
 * this page may fetch only from its own.
 */
export function ownAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return published.test(pathname) || signed.test(pathname) ? pathname + search : url;
}
