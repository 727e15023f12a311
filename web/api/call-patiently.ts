import type { Answer, Asked, Operation } from "#core/contract/kit/operation";
import { callApi, isRetryable } from "./api-client.ts";

/** How long to wait before each further try. */
const waitsMs = [1_000, 4_000];

/**
 * `callApi` for one change of many, where nobody presses Retry: a request without an answer is sent again with the same
 * key, so that it takes effect once.
 */
export async function callPatiently<Op extends Operation>(
  op: Op,
  input: Asked<Op>,
  options: { readonly version?: number } = {},
): Promise<Answer<Op>> {
  const key = crypto.randomUUID();
  for (const waitMs of waitsMs) {
    try {
      return await callApi(op, input, { ...options, key });
    } catch (error) {
      if (!isRetryable(error)) throw error;
      await new Promise((resume) => setTimeout(resume, waitMs));
    }
  }
  return callApi(op, input, { ...options, key });
}
