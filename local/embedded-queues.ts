import { buildApp } from "fauxqs";

let app: ReturnType<typeof buildApp> | undefined;

/**
 * SQS in this process's memory, on this machine only, and the variables by which the program finds it. The program
 * speaks to it over HTTP as it would to AWS's; what stands in for Lambda and EventBridge here calls it directly.
 */
export async function embedQueues(): Promise<() => Promise<void>> {
  const made = buildApp({ logger: false });
  // Its own start would listen to the whole network.
  process.env["AWS_ENDPOINT_URL_SQS"] = await made.listen({ port: 0, host: "127.0.0.1" });
  // Whatever account this shell is signed in to, nothing here is for it.
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: "local", AWS_SECRET_ACCESS_KEY: "local", AWS_REGION: "us-east-1" });
  delete process.env["AWS_SESSION_TOKEN"];
  app = made;
  return async () => {
    app = undefined;
    await made.close();
  };
}

export const hasEmbeddedQueues = (): boolean => app !== undefined;

/**
 * An action of the embedded SQS, without HTTP or a signature: a fifth of the work. The answer is as SQS documents it.
 * @throws the service's own words, when it refuses, or the signal's reason once it is aborted.
 */
export async function callEmbedded(action: string, input: object, signal?: AbortSignal): Promise<unknown> {
  if (!app) throw new Error("There are no embedded queues in this process.");
  signal?.throwIfAborted();
  const answer = app.inject({
    method: "POST",
    url: "/",
    headers: { "content-type": "application/x-amz-json-1.0", "x-amz-target": `AmazonSQS.${action}` },
    payload: JSON.stringify(input),
  });
  const { statusCode, payload } = await (signal ? Promise.race([answer, abortOf(signal)]) : answer);
  if (statusCode !== 200) throw new Error(`sqs ${action} answered ${statusCode}: ${payload.slice(0, 500)}`);
  return payload ? JSON.parse(payload) : {};
}

/** It has no word for whoever no longer waits: its answer, when it comes, is nobody's. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, failed) => {
    signal.addEventListener("abort", () => failed(signal.reason), { once: true });
  });
