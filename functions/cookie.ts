import { sessionCookie } from "./request.ts";

/** `__Host-` and these make a browser send it to this host alone, over TLS, with this store's own pages, unseen by scripts. */
const attributes = "Path=/; HttpOnly; Secure; SameSite=Strict";
/** As long as browsers keep one. When a session ends is up to the database, where it slides. */
const longest = 400 * 86_400;

export const settingCookie = ({ token }: { readonly token: string }) => ({
  cookies: [`${sessionCookie}=${token}; ${attributes}; Max-Age=${longest}`],
});

export const endingCookie = () => ({ cookies: [`${sessionCookie}=; ${attributes}; Max-Age=0`] });
