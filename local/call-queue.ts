import { request } from "undici";
import { callAws } from "#core/aws";
import { optional } from "#core/environment";

/**
 * Calls SQS for the runtime itself. The embedded queue is on this machine and checks no signature, and signing is what
 * most of a call costs: so it is spoken to plainly. Anything else is called as the program calls it.
 */
export async function callQueue(action: string, input: unknown, patience: CallPatience = {}): Promise<unknown> {
  const embedded = optional("EMBEDDED_QUEUE_URL");
  if (embedded === undefined) return callAws("sqs", action, input, { retries: 0, ...patience });
  const { timeoutMs = 10_000, signal } = patience;
  const timeout = AbortSignal.timeout(timeoutMs);
  const { statusCode, body } = await request(embedded, {
    method: "POST",
    headers: { "content-type": "application/x-amz-json-1.0", "x-amz-target": `AmazonSQS.${action}` },
    body: JSON.stringify(input),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  const answer = await body.text();
  if (statusCode !== 200) throw new Error(`sqs ${action} answered ${statusCode}: ${answer.slice(0, 500)}`);
  return answer ? JSON.parse(answer) : {};
}

interface CallPatience {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}
