import { buildApp } from "fauxqs";
import { handOver } from "#core/aws-client";
import { isByPage } from "./by-a-page.ts";

const amzJson = "application/x-amz-json-1.0";
let app: ReturnType<typeof buildApp> | undefined;

/**
 * SQS in this process's memory, on this machine only, and the variables by which the program finds it. Other processes
 * speak to it over HTTP as they would to AWS's; of this one, what is asked is handed over.
 */
export async function embedQueues(): Promise<() => Promise<void>> {
  const made = buildApp({ logger: false });
  made.addHook("onRequest", async ({ headers }, reply) => {
    if (isByPage(headers)) return reply.code(403).send();
  });
  // Its own start would listen to the whole network.
  const url = await made.listen({ port: 0, host: "127.0.0.1" });
  handOver(url, async ({ method, path, headers, body }) => {
    const answer = await made.inject({ method, url: path, headers, payload: body });
    return { status: answer.statusCode, headers: { "content-type": amzJson }, body: answer.payload };
  });
  process.env["AWS_ENDPOINT_URL_SQS"] = url;
  // For other processes that are given this environment: AWS's client asks for some before it sends anything.
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
 * An action of the embedded SQS, for what stands in for Lambda and EventBridge here: a tenth of what it takes AWS's client. The answer is as SQS documents it.
 * @throws the service's own words, when it refuses, or the signal's reason once it is aborted.
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

/** The embedded SQS has no word for whoever no longer waits: its answer, when it comes, is nobody's. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((done, failed) => {
    const giveUp = () => failed(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(done, failed).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
