/** What a browser stores for someone who has signed in. The form itself has its own journeys. */
import type { BrowserContextOptions } from "playwright-core";

export async function signedInState(
  origin: string,
  as: { readonly email: string; readonly password: string },
): Promise<NonNullable<BrowserContextOptions["storageState"]>> {
  const answer = await fetch(`${origin}/api/admin/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, connection: "close" },
    body: JSON.stringify(as),
  });
  const [, name = "", value = ""] = /^([^=]+)=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? "") ?? [];
  if (!name) throw new Error(`the sign-in answered ${answer.status}: ${await answer.text()}`);
  const cookie = { domain: new URL(origin).hostname, path: "/", expires: -1, httpOnly: true, secure: true } as const;
  return {
    cookies: [{ name, value, sameSite: "Strict", ...cookie }],
    origins: [{ origin, localStorage: [{ name: "signed-in", value: "yes" }] }],
  };
}
