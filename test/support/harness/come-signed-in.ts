/** Signs in a browser without the form, which has its own journeys. */
import type { Page } from "playwright-core";

export interface Person {
  readonly email: string;
  readonly password: string;
}

/**
 * Leaves in the page's browser what the form would, and opens an address of `origin`. Not by Playwright's
 * `storageState`: to write a single item into the storage, it opens and closes another page.
 */
export async function comeSignedIn(page: Page, at: string, origin: string, as: Person): Promise<void> {
  // A page of someone else that is still open would go on asking for what only they may see.
  if (page.url() !== "about:blank") await page.goto("about:blank");
  await page.context().addCookies([await sessionCookie(origin, as)]);
  const marked = await page.addInitScript(`localStorage.setItem("signed-in", "yes")`);
  await page.goto(at);
  // Someone who signs out must not be marked as signed in again by the next page.
  await marked.dispose();
}

async function sessionCookie(origin: string, as: Person) {
  const answer = await fetch(`${origin}/api/admin/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, connection: "close" },
    body: JSON.stringify(as),
  });
  const [, name = "", value = ""] = /^([^=]+)=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? "") ?? [];
  if (!name) throw new Error(`the sign-in answered ${answer.status}: ${await answer.text()}`);
  const domain = new URL(origin).hostname;
  return { name, value, domain, path: "/", httpOnly: true, secure: true, sameSite: "Strict" } as const;
}
