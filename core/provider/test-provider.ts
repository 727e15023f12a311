/** Common code of the test gateway and the test carrier: JSON under the address in their settings, with one key. */
import * as z from "zod";
import type { Answer, Fields, Http } from "./http.ts";

/** Its address and key. */
export interface TestProvider {
  readonly address: string;
  readonly key: string;
}

interface Said {
  readonly query?: Fields;
  readonly json?: unknown;
  /** The `Idempotency-Key`. */
  readonly key?: string;
}

export const askTestProvider = (
  http: Http,
  { address, key: bearer }: TestProvider,
  method: "GET" | "POST",
  path: string,
  { query, json, key }: Said = {},
): Promise<Answer> =>
  http.send({
    ...{ method, bearer, url: `${address}${path}`, headers: { "idempotency-key": key } },
    ...(query && { query }),
    ...(json !== undefined && { body: { json } }),
  });

const Failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** The reason for a refusal; empty if the answer has none. */
export const failureIn = (answer: Answer): { readonly code: string; readonly message: string } =>
  Failure.safeParse(answer.json).data?.error ?? { code: "", message: "" };
