import { type Answer, type Asked, asSent, type Operation } from "#core/contract/kit/operation";

export interface Answered<Body> {
  readonly status: number;
  readonly body: Body;
  readonly cookie: string | undefined;
}

export type Ask = <Op extends Operation>(op: Op, input: Asked<Op>, cookie?: string) => Promise<Answered<Answer<Op>>>;

/** A client for a deployed API, from the contract and an address alone. With a cookie, like the store's own pages. */
export const clientOf =
  (address: string): Ask =>
  async (op, input, cookie) => {
    const { target, body } = asSent(op, input);
    const response = await fetch(`${address}${target}`, {
      method: op.method,
      headers: {
        "content-type": "application/json",
        ...(cookie && { cookie, "sec-fetch-site": "same-origin" }),
      },
      body,
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    if (response.status >= 500) throw new Error(`${op.name} answered ${response.status}: ${text}`);
    return {
      status: response.status,
      body: JSON.parse(text),
      cookie: response.headers.getSetCookie()[0]?.split(";")[0],
    };
  };
