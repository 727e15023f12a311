import type { Answer, Asked, Operation } from "#core/contract/kit";

export interface Answered<Body> {
  readonly status: number;
  readonly body: Body;
  readonly cookie: string | undefined;
}

export type Ask = <Op extends Operation>(op: Op, input: Asked<Op>, cookie?: string) => Promise<Answered<Answer<Op>>>;

/** Asks a deployed API: the contract and an address are all it knows. With a cookie, as a page of the store's own would. */
export const clientOf =
  (address: string): Ask =>
  async (op, input, cookie) => {
    const fields: Record<string, unknown> = { ...input };
    const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = encodeURIComponent(String(fields[name]));
      delete fields[name];
      return value;
    });
    const hasBody = op.method !== "GET" && op.method !== "DELETE";
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      if (hasBody && !op.query?.includes(name)) continue;
      query.set(name, String(value));
      delete fields[name];
    }
    const response = await fetch(`${address}${path}${query.size > 0 ? `?${query}` : ""}`, {
      method: op.method,
      headers: {
        "content-type": "application/json",
        ...(cookie && { cookie, "sec-fetch-site": "same-origin" }),
      },
      ...(hasBody && { body: JSON.stringify(fields) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    if (response.status >= 500) throw new Error(`${op.name} answered ${response.status}: ${text}`);
    const body = JSON.parse(text);
    return { status: response.status, body, cookie: response.headers.getSetCookie()[0]?.split(";")[0] };
  };
