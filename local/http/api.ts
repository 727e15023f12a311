/** HTTP in front of the Lambda handlers: what API Gateway and CloudFront do for a deployed store. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import findMyWay from "find-my-way";
import { bodyBytesMax, type Operation } from "#core/contract/kit/operation";
import { type RefusalCode, refusals } from "#core/contract/kit/refusals";
import { log } from "#core/log";
import { Refusal } from "#core/refusal";
import { authenticate } from "#core/staff/authenticate";
import { forAnyPageAt } from "#functions/any-page";
import { encodingFor } from "#functions/encoding";
import { credentialsOf } from "#functions/request";
import { handler as unrouted } from "#functions/unrouted";
import { methodsAt, type Route, routes } from "#functions/wiring";
import { contextOf, handlerIn } from "../cloud/functions.ts";
import { answerAdmin } from "./admin.ts";
import { bodyOf } from "./body-of.ts";
import { gatewayEvent, type Request } from "./gateway-event.ts";
import { keptAnswers, type Shared } from "./kept-answers.ts";
import { type Listening, listen } from "./listen.ts";
import { answerMedia, answerSigned, endWith } from "./serve-files.ts";
import { answerShop, hasShop } from "./shop.ts";
import { trustedProxy } from "./trusted-proxy.ts";

/** API Gateway waits this long for an answer. */
const timeoutSeconds = 30;
/** On one connection. Browsers and proxies wait for each answer; whoever does not could fill the memory with them. */
export const unansweredMax = 10;
/** For a whole request: a file of 1 GB takes most of it over a line of 3 Mbit/s. Node's own limit is five minutes. */
const requestMs = 60 * 60 * 1_000;
/** In which a connection with a request sends and receives nothing. An answer is ready long before. */
const standstillMs = 120_000;

interface Options {
  readonly port: number;
  readonly host: string;
  /** Only says whether this process is up and ready. */
  readonly healthOnly?: boolean;
  /** Where a demo store keeps its example shop's key. */
  readonly folder?: string;
  /** Answers requests below `/api/test-gateway`, if there is a test gateway. */
  readonly testGateway?: Answers;
  /** The same for `/api/test-carrier`. */
  readonly testCarrier?: Answers;
}

type Answers = (request: IncomingMessage, response: ServerResponse, target: string) => Promise<void>;

/** Accepts requests until it is stopped; those in progress are still answered. */
export function startApi({
  port,
  host,
  healthOnly = false,
  folder,
  testGateway,
  testCarrier,
}: Options): Promise<Listening> {
  const find = router(healthOnly ? routes.filter(({ area }) => area === "service") : routes);
  const clientOf = trustedProxy();
  const kept = keptAnswers();
  const never = new AbortController().signal;
  const unanswered = new WeakMap<Socket, number>();

  const server = createServer({ requestTimeout: requestMs }, (request, response) => {
    const { socket } = request;
    const count = (by: 1 | -1) => {
      const counted = (unanswered.get(socket) ?? 0) + by;
      unanswered.set(socket, counted);
      return counted;
    };
    response.once("close", () => count(-1));
    if (count(1) > unansweredMax) return void socket.destroy();
    answer(request, response).catch((error: unknown) => {
      // A client that disconnects while sending is gone; that is no error of ours.
      if (request.destroyed && !request.complete) return;
      if (error instanceof Refusal) return refuse(request, response, error.code);
      log.error("fault", { error });
      refuse(request, response, "fault");
    });
  });
  server.setTimeout(standstillMs);
  // Each answer that waits for its turn listens for the connection's end.
  server.on("connection", (socket) => socket.setMaxListeners(3 * unansweredMax));
  return listen(server, port, host);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headersDistinct } = request;
    // Whoever sends two hosts means different ones to different readers (RFC 9112, 3.2).
    if (headersDistinct["host"]?.[1]) return refuse(request, response, "request.invalid", { issues: twoHosts });
    // A client may name the whole address, as it would to a proxy (RFC 9112, 3.2.2).
    const target = url.replace(/^https?:\/\/[^/?]*\/?/i, "/");
    const [path = "/"] = target.split("?", 1);
    const isApi = path === "/api" || path.startsWith("/api/");
    if (healthOnly && !isApi) return void response.writeHead(404).end();
    if (path.startsWith("/media/")) return answerMedia(request, response, path);
    if (path.startsWith("/files/")) return answerSigned(request, response, target);
    const isShop = path === "/shop" || path.startsWith("/shop/");
    if (isShop && folder && hasShop(folder)) return answerShop(folder, request, response, path);
    if (!isApi) return answerAdmin(request, response, path);
    if (testGateway && path.startsWith("/api/test-gateway/")) return testGateway(request, response, target);
    if (testCarrier && path.startsWith("/api/test-carrier/")) return testCarrier(request, response, target);
    const client = clientOf(request);
    // As in API Gateway: the scheme that a client claims is ignored.
    const headers = { ...headersDistinct, "x-forwarded-proto": client.scheme };
    const requested = { method, target, headers, sourceIp: client.address };
    const found = methodsAt(path).includes(method) ? find(method, path) : null;
    if (!found) {
      request.resume();
      const nowhere = { ...requested, body: Buffer.alloc(0), routeKey: "$default", pathParameters: {} };
      return send(response, await unrouted(gatewayEvent(nowhere)));
    }
    const { area, verb, operation } = found.route;
    const question = operation.cacheSeconds === undefined ? null : questionOf(request, target, operation);
    const matched = { ...requested, routeKey: `${method} ${operation.path}`, pathParameters: found.pathParameters };
    const bytesMax = bodyBytesMax(operation);
    const isInVain = operation.right !== "anyone" && mayBeLarge(request) && (await isStranger(matched));
    const body = await bodyOf(request, bytesMax, isInVain ? "drop" : "keep");
    if (!body) return refuse(request, response, "request.tooLarge", { bytesMax });
    const made = async (): Promise<Shared> => {
      const handler = await handlerIn(`admin/${area}`, verb);
      const asked = question ? { ...headers, "if-none-match": undefined } : headers;
      const event = gatewayEvent({ ...matched, headers: asked, body });
      // The shape that our wrappers return.
      return (await handler(event, contextOf(operation.name, timeoutSeconds, never))) as Shared;
    };
    const result = await (question ? kept(question, request.headers["if-none-match"], made) : made());
    request.resume();
    send(response, result);
  }
}

const twoHosts = [{ path: "Host", message: "A request has one Host." }];

/** A body without a declared length may have any. */
const mayBeLarge = ({ headers }: IncomingMessage): boolean =>
  Number(headers["content-length"] ?? (headers["transfer-encoding"] ? Infinity : 0)) > anyonesBytesMax;
const anyonesBytesMax = 64_000;

/**
 * Whether the handler will refuse the credentials, before it looks at the body: a large one need not be kept in memory,
 * of which a hundred at once would take all.
 */
async function isStranger(request: Omit<Request, "body">): Promise<boolean> {
  try {
    return (await authenticate(credentialsOf(gatewayEvent({ ...request, body: Buffer.alloc(0) })))) === null;
  } catch {
    return false; // the handler says what is wrong
  }
}

/** A request whose answer may be cached; null without an API key where one is needed, because then none may. */
function questionOf({ headers }: IncomingMessage, target: string, { right }: Operation) {
  const { authorization, "accept-encoding": acceptEncoding = "" } = headers;
  if (right !== "anyone" && authorization === undefined) return null;
  // The answer does not depend on the key then: a request with another key gets the same one.
  const key = right === "anyone" ? "" : (authorization ?? "");
  return { target, authorization: key, encoding: encodingFor(String(acceptEncoding)) };
}

interface Found {
  readonly route: Route;
  readonly pathParameters: Readonly<Record<string, string>>;
}

function router(served: readonly Route[]): (method: string, path: string) => Found | null {
  const ways = findMyWay({ maxParamLength: 2_000 });
  for (const route of served) {
    const { operation, methods } = route;
    ways.on([...methods], operation.path.replace(/\{(\w+)\}/g, ":$1"), () => {}, route);
  }
  return (method, path) => {
    const found = ways.find(method as "GET", path); // any other word matches no route
    if (!found) return null;
    const named = Object.entries(found.params).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return { route: found.store, pathParameters: Object.fromEntries(named) };
  };
}

function send(response: ServerResponse, result: Shared): void {
  const { statusCode = 200, headers = {}, cookies = [], body = "", isBase64Encoded } = result;
  const bytes = result.bytes ?? Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  response.setHeader("x-content-type-options", "nosniff");
  endWith(response.writeHead(statusCode, { "content-length": bytes.length }), bytes);
}

/** A refusal without calling a handler. The rest of the request is read and discarded. */
function refuse(request: IncomingMessage, response: ServerResponse, code: RefusalCode, detail?: object): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const [statusCode, message] = refusals[code];
  send(response, {
    statusCode,
    headers: {
      ...{ "content-type": "application/json", "cache-control": "no-store" },
      ...forAnyPageAt(request.url ?? ""),
    },
    body: JSON.stringify({ error: { code, message, ...(detail && { detail }), requestId: randomUUID() } }),
  });
  request.resume();
}
