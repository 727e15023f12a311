import { invalidField } from "#core/refusal";

/** What stands where a password was. */
const mask = "***";

/** `https://user:pass@host/` keeps its user and loses its password: it is for whoever receives, and for nobody else to read. */
export function shownUrl(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed?.password) return url;
  parsed.password = mask;
  return parsed.href;
}

/**
 * A URL as it is to be kept: with the password that the one before had, where it has come back as it was shown. Only for the
 * same user at the same server; a password that is not seen must not be sent anywhere else.
 * @throws Refusal when it holds the mask and there is no such password.
 */
export function keptUrl(url: string, before?: string): string {
  const asked = new URL(url);
  if (asked.password !== mask) return url;
  const known = before === undefined ? null : URL.parse(before);
  if (!known?.password || known.origin !== asked.origin || known.username !== asked.username) {
    throw invalidField("url", `Give the password itself: ${mask} is only how it is shown.`);
  }
  asked.password = known.password;
  return asked.href;
}
