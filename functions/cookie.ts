import { sessionCookie } from "./request.ts";

/** With `__Host-`, browsers send it to this host only, over TLS, from this store's pages, and hide it from scripts. */
const attributes = "Path=/; HttpOnly; Secure; SameSite=Strict";
/** As long as browsers keep a cookie. When a session ends is decided in the database, and extended with use. */
const longest = 400 * 86_400;

export const settingCookie = ({ token }: { readonly token: string }) => ({
  cookies: [`${sessionCookie}=${token}; ${attributes}; Max-Age=${longest}`],
});

export const endingCookie = () => ({ cookies: [`${sessionCookie}=; ${attributes}; Max-Age=0`] });
