/**
 * The base of all fake providers: a real HTTP server with the provider's behaviour, which does each thing once per key
 * and fails on request.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  /** Instead of JSON. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What goes wrong with the next request. */
export type Trouble =
  | "hangs before"
  | "hangs after"
  | "cuts its answer"
  | "faults after"
  | "is busy"
  | "is busy for 7 s"
  | "is busy for 0 s"
  | "is still at it"
  | "answers 50 MB"
  | "answers no JSON"
  | "echoes";

/** The provider's behaviour. */
export interface Manners {
  /** Carries out the request, and returns the response. */
  answer(asked: Asked): Reply;
  /** The idempotency key; undefined if a repeated request is carried out again. */
  keyOf?(asked: Asked): string | undefined;
  /** A refusal in the provider's format. */
  refusal(status: number, words: string): Reply;
  /** The response if a key is reused for something else; by default, the same as for a repetition. */
  readonly mismatch?: Reply;
  /** How a repeated response differs from the first. */
  again?(reply: Reply): Reply;
  /** A fault is stored for the key and repeated. */
  readonly keepsFaults?: true;
  /** Requests that trouble does not affect, such as those for access tokens. */
  spares?(asked: Asked): boolean;
}

export interface Fake {
  readonly origin: string;
  readonly asked: Asked[];
  /** How many bytes of its responses have been sent. */
  readonly sentBytes: () => number;
  /** Makes the next request fail like this, or a later one after so many that succeed. */
  readonly trouble: (trouble: Trouble, after?: number) => void;
  /** Changes the JSON of all further responses. */
  readonly distort: (how: (json: unknown) => unknown) => void;
  readonly forgetKeys: () => void;
}

/** Closed when the test ends. */
export async function aFake(manners: Manners): Promise<Fake> {
  const asked: Asked[] = [];
  const keys = new Map<string, { readonly body: string; readonly reply: Reply }>();
  const troubles: (Trouble | undefined)[] = [];
  let sentBytes = 0;
  let distorted = (json: unknown) => json;

  const done = (request: Asked, trouble: Trouble | undefined): Reply => {
    const key = manners.keyOf?.(request);
    const known = key === undefined ? undefined : keys.get(key);
    if (known) {
      if (manners.mismatch && known.body !== request.body) return manners.mismatch;
      return manners.again?.(known.reply) ?? known.reply;
    }
    const reply = manners.answer(request);
    const fault = trouble === "faults after" && manners.keepsFaults ? manners.refusal(500, "A fault of ours") : null;
    // Keys are not stored for unauthenticated requests.
    if (key !== undefined && reply.status !== 401) keys.set(key, { body: request.body, reply: fault ?? reply });
    return reply;
  };

  const serve = async (message: IncomingMessage, response: ServerResponse) => {
    const request = await read(message);
    asked.push(request);
    const trouble = manners.spares?.(request) ? undefined : troubles.shift();
    const say = ({ status, json, text = "", headers = {} }: Reply) => {
      const body = json === undefined ? text : JSON.stringify(distorted(json));
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
    };
    if (trouble === "hangs before") return;
    if (trouble === "is busy") return say(manners.refusal(429, "Too many requests"));
    if (trouble === "is busy for 7 s" || trouble === "is busy for 0 s") {
      const headers = { "retry-after": trouble === "is busy for 7 s" ? "7" : "0" };
      return say({ ...manners.refusal(429, "Too many requests"), headers });
    }
    if (trouble === "is still at it") return say(manners.refusal(409, "Another request with this key is in progress"));
    if (trouble === "echoes") return say(manners.refusal(400, echoOf(request)));
    const reply = done(request, trouble);
    switch (trouble) {
      case "hangs after":
        return;
      case "faults after":
        return say(manners.refusal(500, "A fault of ours"));
      case "answers no JSON":
        return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>It works!</h1>");
      case "cuts its answer": {
        const body = JSON.stringify(reply.json ?? {});
        response.writeHead(reply.status, { "content-type": "application/json", "content-length": body.length });
        return void response.write(body.slice(0, body.length / 2), () => message.socket.destroy());
      }
      case "answers 50 MB": {
        response.writeHead(reply.status, { "content-type": "application/json" });
        const piece = Buffer.alloc(64 * 1024, " ");
        for (let nth = 0; nth < 800 && !response.destroyed; nth++) {
          sentBytes += piece.length;
          if (!response.write(piece)) await roomIn(response);
        }
        return void response.end("{}");
      }
      default:
        return say(reply);
    }
  };

  const server = createServer((message, response) => void serve(message, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    sentBytes: () => sentBytes,
    trouble: (trouble, after = 0) => void troubles.push(...Array<undefined>(after), trouble),
    distort: (how) => {
      distorted = how;
    },
    forgetKeys: () => keys.clear(),
  };
}

/** Resolves once more can be written, or once the connection is closed. */
const roomIn = (response: ServerResponse): Promise<void> =>
  new Promise((more) => {
    const go = () => {
      response.off("drain", go).off("close", go);
      more();
    };
    response.on("drain", go).on("close", go);
  });

async function read(message: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const url = new URL(message.url ?? "/", "http://fake");
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
  return {
    method: message.method ?? "",
    path: url.pathname,
    query: url.searchParams,
    headers,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

const credentialHeaders = ["authorization", "api-key", "x-api-key", "x-api-secret", "authkey"];

/** All credentials it was sent, as careless servers repeat them in their errors. */
function echoOf({ headers, body }: Asked): string {
  const authorization = credentialHeaders.flatMap((name) => headers[name] ?? []).join(" ");
  const credentials = authorization.replace(/^\w+ /, "");
  const decoded = Buffer.from(credentials, "base64").toString("utf8");
  const parts = [...decoded.split(":"), credentials].filter((part) => /^[\x20-\x7e]{4,}$/.test(part));
  const forms = parts.flatMap((part) => [part, encodeURIComponent(part), Buffer.from(part).toString("base64")]);
  return `Not allowed for ${authorization} (${forms.join(", ")}): ${body}`;
}

/** `Basic` credentials as they were sent; empty if there are none. */
export function basicIn({ headers }: Asked): string {
  const [scheme, text = ""] = (headers["authorization"] ?? "").split(" ");
  return scheme === "Basic" ? Buffer.from(text, "base64").toString("utf8") : "";
}
