import { optional } from "#core/environment";

/** A request to a service of AWS, as it would go over the network. */
export interface Asked {
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

/** What AWS's own clients take for their way to the service. */
interface RequestHandler {
  readonly handle: (request: Omit<Asked, "body"> & { readonly body?: string | Uint8Array }) => Promise<{
    response: { statusCode: number; headers: Record<string, string>; body: Uint8Array };
  }>;
}

const decoder = new TextDecoder();
const here = new Map<string, RequestHandler>();

/** For a host that holds a service in its own process: what the program asks at this address is handed over, not sent. */
export function handOver(address: string, to: (asked: Asked) => Promise<Answer>): void {
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

/** Whatever account this process is signed in to, what is handed over within it is not signed: that is half of what a call takes. */
const ofNobody = {
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
  signer: { sign: async <Request>(request: Request) => request },
};

/**
 * A client of AWS's own library, kept for the process: it holds connections and credentials. It is made anew when the
 * environment names another address, as a test or a host may. An address that was named is used for every call; without
 * that, the queues' client follows each queue's own URL, and an emulator's may be a name that nobody resolves.
 * @param own the variable that names an address for this service alone.
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
