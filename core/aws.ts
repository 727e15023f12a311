/**
 * The few calls to AWS that the program makes, as signed HTTP. The AWS SDK would add 60 to 90 ms to every
 * cold start for the sake of three requests.
 */
import { AwsClient } from "aws4fetch";
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

/** The address of a service: AWS's own, or the emulator that the usual variables name. */
function endpointOf(service: Service, region: string): string {
  return (
    optional(protocols[service].own) ?? optional("AWS_ENDPOINT_URL") ?? `https://${service}.${region}.amazonaws.com`
  );
}

/** Derived keys last a day; deriving one takes four of the five HMACs of a call. */
const signingKeys = new Map<string, ArrayBuffer>();

interface Patience {
  readonly timeoutMs?: number;
  readonly retries?: number;
  /** For a caller that may lose interest, such as a long poll. */
  readonly signal?: AbortSignal;
}

/**
 * Calls an action of a service's JSON protocol. Throttling and 5xx are tried again `retries` times.
 * @throws an error with the service's own words when it refuses, or when `timeoutMs` has passed.
 */
export async function callAws(
  service: Service,
  action: string,
  input: unknown,
  { timeoutMs = 10_000, retries = 3, signal }: Patience = {},
): Promise<unknown> {
  const region = optional("AWS_REGION") ?? "us-east-1";
  const sessionToken = optional("AWS_SESSION_TOKEN");
  const client = new AwsClient({
    accessKeyId: required("AWS_ACCESS_KEY_ID", "calls to AWS are signed"),
    secretAccessKey: required("AWS_SECRET_ACCESS_KEY", "calls to AWS are signed"),
    ...(sessionToken && { sessionToken }),
    service,
    region,
    retries,
    cache: signingKeys,
  });
  const { contentType, target } = protocols[service];
  const response = await client.fetch(`${endpointOf(service, region)}/`, {
    method: "POST",
    headers: { "content-type": contentType, "x-amz-target": `${target}.${action}` },
    body: JSON.stringify(input),
    signal: signal ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : AbortSignal.timeout(timeoutMs),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${service} ${action} answered ${response.status}: ${answer.slice(0, 500)}`);
  return answer ? JSON.parse(answer) : {};
}
