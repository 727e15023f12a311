/**
 * Calls to AWS Secrets Manager as signed HTTP. A deployed function reads its settings by such a call before anything
 * else, and AWS's own client, or `fetch`, would take longer to load than the call does.
 */
import { request as plainly, type RequestOptions } from "node:http";
import { request as encrypted } from "node:https";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import aws4 from "aws4";
import { optional, required } from "#core/environment";

/** Who calls, and where. */
export interface Caller {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly region: string;
}

/** For each try: one that was under way while this process was frozen has failed, and the next may succeed. */
const timeoutMs = 2_000;
const triesMax = 4;
/** Base of the wait before a retry: it doubles each time, and the actual wait is a random part of it. */
const firstWaitMs = 50;

/**
 * Calls an action. It is retried after throttling, which comes as a 400, after a 5xx, and without an answer.
 * @param input of an action that writes, with a `ClientRequestToken`, so that a retry does not do it twice.
 * @param as by default the credentials in the environment, as Lambda sets them.
 * @throws an error with the service's own words if it refuses, or that of the last of four tries.
 */
export async function callSecretsManager(
  action: "GetSecretValue" | "PutSecretValue" | "CreateSecret",
  input: Readonly<Record<string, string>>,
  as: Caller = callerFromEnvironment(),
): Promise<Readonly<Record<string, unknown>>> {
  for (let tries = 1; ; tries++) {
    const { status, text } = await post(action, JSON.stringify(input), as).catch((error: unknown) => {
      if (tries === triesMax) throw error;
      return { status: 503, text: "" };
    });
    if (status < 300) return JSON.parse(text);
    const passing = status >= 500 || status === 429 || /Throttl|TooManyRequests/.test(text);
    if (!passing || tries === triesMax) {
      throw new Error(`Secrets Manager answered ${action} with ${status}: ${text.slice(0, 500)}`);
    }
    await pause(Math.random() * firstWaitMs * 2 ** tries);
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

/** AWS's own address, or an emulator's from the usual variables. */
const endpointIn = (region: string): URL =>
  new URL(
    optional("AWS_ENDPOINT_URL_SECRETS_MANAGER") ??
      optional("AWS_ENDPOINT_URL") ??
      `https://secretsmanager.${region}.amazonaws.com`,
  );

interface Answer {
  readonly status: number;
  readonly text: string;
}

function post(action: string, body: string, as: Caller): Promise<Answer> {
  const url = endpointIn(as.region);
  const payload = {
    method: "POST",
    headers: { "content-type": "application/x-amz-json-1.1", "x-amz-target": `secretsmanager.${action}` },
    signal: AbortSignal.timeout(timeoutMs),
    // A connection of its own: calls are minutes or days apart, and one that was kept would be closed by then.
    agent: false,
  };
  const at = { service: "secretsmanager", region: as.region, host: url.host, path: "/", body };
  return send(url, { ...payload, headers: aws4.sign({ ...payload, ...at }, as).headers ?? {} }, body);
}

const send = (url: URL, options: RequestOptions, body: string): Promise<Answer> =>
  new Promise((done, failed) => {
    const request = url.protocol === "https:" ? encrypted : plainly;
    request(url, options, (answer) => {
      textOf(answer).then((text) => done({ status: answer.statusCode ?? 0, text }), failed);
    })
      .on("error", failed)
      .end(body);
  });
