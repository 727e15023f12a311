import { buildApp } from "fauxqs";
import { handOver } from "#core/aws-client";
import { isByPage } from "./by-a-page.ts";

const amzJson = "application/x-amz-json-1.0";
let app: ReturnType<typeof buildApp> | undefined;

/**
 * SQS in this process's memory, reachable from this machine only, and the environment variables that point to it. Other
 * processes reach it over HTTP, as they would reach AWS; requests of this process are passed on directly.
 */
export async function embedQueues(): Promise<() => Promise<void>> {
  const made = buildApp({ logger: false });
  made.addHook("onRequest", async ({ headers }, reply) => {
    if (isByPage(headers)) return reply.code(403).send();
  });
  // Its own start function would listen on all network interfaces.
  const url = await made.listen({ port: 0, host: "127.0.0.1" });
  handOver(url, async ({ method, path, headers, body }) => {
    const answer = await made.inject({ method, url: path, headers, payload: body });
    return { status: answer.statusCode, headers: { "content-type": amzJson }, body: answer.payload };
  });
  process.env["AWS_ENDPOINT_URL_SQS"] = url;
  // For other processes that get this environment: AWS's client needs credentials before it sends anything.
  process.env["AWS_ACCESS_KEY_ID"] ??= "local";
  process.env["AWS_SECRET_ACCESS_KEY"] ??= "local";
  process.env["AWS_REGION"] ??= "us-east-1";
  app = made;
  return async () => {
    app = undefined;
    delete process.env["AWS_ENDPOINT_URL_SQS"];
    await made.close();
  };
}

export const hasEmbeddedQueues = (): boolean => app !== undefined;

/**
 * Calls an action of the embedded SQS, for what replaces Lambda and EventBridge here, at a tenth of the cost of AWS's
 * client. The answer is as SQS documents it.
 * @throws the service's message when it refuses, or the signal's reason once it is aborted.
 */
export async function callEmbedded(action: string, input: object, signal?: AbortSignal): Promise<unknown> {
  if (!app) throw new Error("There are no embedded queues in this process.");
  signal?.throwIfAborted();
  const answer = app.inject({
    method: "POST",
    url: "/",
    headers: { "content-type": amzJson, "x-amz-target": `AmazonSQS.${action}` },
    payload: JSON.stringify(input),
    validate: false, // of this object, not of the request
  });
  const { statusCode, payload } = await (signal ? unlessAborted(signal, answer) : answer);
  if (statusCode !== 200) throw new Error(`sqs ${action} answered ${statusCode}: ${payload.slice(0, 500)}`);
  return payload ? JSON.parse(payload) : {};
}

/** The embedded SQS cannot cancel a request: an answer that comes after the abort is dropped. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((done, failed) => {
    const giveUp = () => failed(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(done, failed).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
