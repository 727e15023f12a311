import { invalidField } from "#core/refusal";

/** Shown in place of a password. */
const mask = "***";

/** `https://user:pass@host/` keeps its user but not its password, which is for the receiver only. */
export function shownUrl(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed?.password) return url;
  parsed.password = mask;
  return parsed.href;
}

/**
 * The URL to store: if it came back with the mask, with the previous URL's password. Only for the same user at the same
 * server: a password that the caller has not seen must not be sent anywhere else.
 * @throws Refusal if it has the mask and there is no such password.
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
