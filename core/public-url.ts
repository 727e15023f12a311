/**
 * `PUBLIC_URL`, as addresses are put together with it: without a slash at its end.
 * @throws a sentence for what is no such address: webhooks of gateways would not arrive, and no picture be found.
 */
export function publicUrlFrom(given: string): string {
  const url = URL.parse(given);
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new Error(`PUBLIC_URL is "${given}": give an address without a path, such as https://store.example.com.`);
}
