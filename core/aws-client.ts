import { optional } from "#core/environment";

/** A request to an AWS service, as it would be sent over the network. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The form in which AWS's clients take a transport. */
interface RequestHandler {
  readonly handle: (request: Omit<HttpRequest, "body"> & { readonly body?: string | Uint8Array }) => Promise<{
    response: { statusCode: number; headers: Record<string, string>; body: Uint8Array };
  }>;
}

const decoder = new TextDecoder();
const here = new Map<string, RequestHandler>();

/** For a host that runs a service in its own process: requests to this address are handed over, not sent. */
export function handOver(address: string, to: (httpRequest: HttpRequest) => Promise<Answer>): void {
  here.set(address, {
    handle: async ({ method, path, headers, body = "" }) => {
      const text = typeof body === "string" ? body : decoder.decode(body);
      const answer = await to({ method, path, headers, body: text });
      return { response: { statusCode: answer.status, headers: answer.headers, body: Buffer.from(answer.body) } };
    },
  });
}

interface Where {
  readonly region: string;
  readonly endpoint?: string;
  readonly requestHandler?: RequestHandler;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly signer?: { readonly sign: <Request>(request: Request) => Promise<Request> };
}

/** Requests handed over within the process are not signed, whatever its account: signing is half of a call's cost. */
const ofNobody = {
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
  signer: { sign: async <Request>(request: Request) => request },
};

/**
 * A client from AWS's library, kept for the process with its connections and credentials. A new one is made if the
 * environment names another address, as a test or a host may. A named address is used for every call; otherwise the
 * queues' client would follow each queue's own URL, and an emulator's may be a name that does not resolve.
 * @param own the variable that names an address for this service only.
 */
export function clientKept<Client>(own: string, make: (where: Where) => Client): () => Client {
  let kept: { readonly key: string; readonly client: Client } | undefined;
  return () => {
    const region = optional("AWS_REGION") ?? "us-east-1";
    const endpoint = optional(own) ?? optional("AWS_ENDPOINT_URL");
    const key = `${region} ${endpoint}`;
    if (kept?.key === key) return kept.client;
    const requestHandler = endpoint === undefined ? undefined : here.get(endpoint);
    const client = make({
      region,
      ...(endpoint !== undefined && { endpoint }),
      ...(requestHandler !== undefined && { requestHandler, ...ofNobody }),
    });
    kept = { key, client };
    return client;
  };
}
