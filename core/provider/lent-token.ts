/** Requests with a provider's temporary token. */
import type { Answer, Http } from "./http.ts";
import { Ended, later } from "./outcome.ts";
import type { Lent } from "./remembered.ts";

export interface TokenUse {
  /** The key under which the token is kept: the account and the server. */
  readonly name: string;
  /** Fetches a token. @throws Ended if there is none. */
  readonly make: () => Promise<Lent>;
  readonly send: (token: string) => Promise<Answer>;
}

/** A refused token is replaced once: nothing was done with the old one. */
export async function withToken(http: Http, { name, make, send }: TokenUse): Promise<Answer> {
  const take = () => http.remember(name, () => neverUnknown(make));
  const token = await take();
  const answer = await send(token);
  if (answer.status !== 401) return answer;
  await http.forget(name, token);
  return send(await take());
}

/** Without a token the actual request was not sent. */
async function neverUnknown(make: () => Promise<Lent>): Promise<Lent> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof Ended && error.outcome.is === "unknown") throw new Ended(later(error.outcome.why));
    throw error;
  }
}
