/** Requests with a token that the provider lends for a while. */
import type { Answer, Http } from "./http.ts";
import { Ended, later } from "./outcome.ts";
import type { Lent } from "./remembered.ts";

export interface TokenUse {
  /** By which the token is remembered: whose it is, and where. */
  readonly name: string;
  /** Fetches one. @throws Ended when there is none to be had. */
  readonly make: () => Promise<Lent>;
  readonly send: (token: string) => Promise<Answer>;
}

/** A token that the provider no longer knows is fetched anew, once: with the old one nothing was done. */
export async function withToken(http: Http, { name, make, send }: TokenUse): Promise<Answer> {
  const take = () => http.remember(name, () => neverUnknown(make));
  const token = await take();
  const answer = await send(token);
  if (answer.status !== 401) return answer;
  await http.forget(name, token);
  return send(await take());
}

/** Without a token nothing of what was to be done has been sent. */
async function neverUnknown(make: () => Promise<Lent>): Promise<Lent> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof Ended && error.outcome.is === "unknown") throw new Ended(later(error.outcome.why));
    throw error;
  }
}
