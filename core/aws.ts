/**
 * The few calls to AWS that the program makes, as signed HTTP. The AWS SDK would add 60 to 90 ms to every
 * cold start for the sake of a few requests, and `fetch` takes four times as long as Node's own client.
 */
import { request as plainly, type RequestOptions } from "node:http";
import { request as encrypted } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import aws4 from "aws4";
import { optional, required } from "#core/environment";

/** How each service is spoken to; `own` is the variable that names another address for it alone. */
const protocols = {
  sqs: { contentType: "application/x-amz-json-1.0", target: "AmazonSQS", own: "AWS_ENDPOINT_URL_SQS" },
  events: { contentType: "application/x-amz-json-1.1", target: "AWSEvents", own: "AWS_ENDPOINT_URL_EVENTBRIDGE" },
  secretsmanager: {
    contentType: "application/x-amz-json-1.1",
    target: "secretsmanager",
    own: "AWS_ENDPOINT_URL_SECRETS_MANAGER",
  },
} as const;

type Service = keyof typeof protocols;

/** Who calls, and where. */
export interface Caller {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly region: string;
}

interface Patience {
  readonly timeoutMs?: number;
  readonly retries?: number;
  /** For a caller that may lose interest, such as a long poll. */
  readonly signal?: AbortSignal;
  /** The environment's, as Lambda sets it, unless somebody else is named. */
  readonly as?: Caller;
}

/** The longest first wait before a call is made again; it doubles each time, and a random part of it is waited. */
const firstWaitMs = 50;

/**
 * Calls an action of a service's JSON protocol. Throttling and 5xx are tried again `retries` times.
 * @throws an error with the service's own words when it refuses, or when `timeoutMs` has passed.
 */
export async function callAws(
  service: Service,
  action: string,
  input: unknown,
  { timeoutMs = 10_000, retries = 3, signal, as = callerFromEnvironment() }: Patience = {},
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const until = signal ? AbortSignal.any([signal, timeout]) : timeout;
  for (let retried = 0; ; retried++) {
    const { status, text } = await post(service, action, JSON.stringify(input), as, until);
    if (status < 300) return text ? JSON.parse(text) : {};
    const passing = status === 429 || status >= 500;
    if (!passing || retried >= retries)
      throw new Error(`${service} ${action} answered ${status}: ${text.slice(0, 500)}`);
    await pause(Math.random() * firstWaitMs * 2 ** retried, undefined, { signal: until });
  }
}

function callerFromEnvironment(): Caller {
  const sessionToken = optional("AWS_SESSION_TOKEN");
  return {
    accessKeyId: required("AWS_ACCESS_KEY_ID", "calls to AWS are signed"),
    secretAccessKey: required("AWS_SECRET_ACCESS_KEY", "calls to AWS are signed"),
    ...(sessionToken && { sessionToken }),
    region: optional("AWS_REGION") ?? "us-east-1",
  };
}

/** The address of a service: AWS's own, or the emulator that the usual variables name. */
function endpointOf(service: Service, region: string): URL {
  return new URL(
    optional(protocols[service].own) ?? optional("AWS_ENDPOINT_URL") ?? `https://${service}.${region}.amazonaws.com`,
  );
}

async function post(service: Service, action: string, body: string, as: Caller, signal: AbortSignal): Promise<Answer> {
  const { contentType, target } = protocols[service];
  const url = endpointOf(service, as.region);
  const headers = { "content-type": contentType, "x-amz-target": `${target}.${action}` };
  const asked = { service, region: as.region, host: url.host, method: "POST", path: "/", headers, body };
  return send(url, { method: "POST", headers: aws4.sign(asked, as).headers ?? {}, signal }, body);
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Over a connection that is kept. One that the other side had closed took nothing: another is used in its place. */
function send(url: URL, options: RequestOptions, body: string): Promise<Answer> {
  return new Promise((done, failed) => {
    const asked = (url.protocol === "https:" ? encrypted : plainly)(url, options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => done({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      answer.on("error", failed);
    });
    asked.on("error", (error: NodeJS.ErrnoException) => {
      const wasClosed = asked.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      if (wasClosed) send(url, options, body).then(done, failed);
      else failed(error);
    });
    asked.end(body);
  });
}
