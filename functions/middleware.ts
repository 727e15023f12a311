/** Wraps every admin handler: the log line, refusals as answers, and authorisation. */
import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { type Actor, anyone } from "#core/actor";
import type { Operation } from "#core/contract/kit/operation";
import { isAway, isBusy, isFull } from "#core/db/error";
import { reading } from "#core/db/reading";
import { optional } from "#core/environment";
import { log } from "#core/log";
import { Refusal, refuseWithoutRight } from "#core/refusal";
import { authenticate } from "#core/staff/authenticate";
import { forAnyPage } from "./any-page.ts";
import { compressed } from "./encoding.ts";
import { credentialsOf, headerOf } from "./request.ts";

export type Called = APIGatewayProxyEventV2 & { by: Actor };
type Middleware = MiddlewareObj<Called, APIGatewayProxyStructuredResultV2, Error, Context, { code?: string }>;

/** One line per request: operation, outcome, duration and actor. No body, no query, no header. */
export function requestLog(op: Operation): Middleware {
  const started = new WeakMap<object, number>();
  const end: Middleware["after"] = ({ event, response, internal }) => {
    log.info("request", {
      operation: op.name,
      status: response?.statusCode ?? 200,
      code: internal.code,
      ms: Math.round((performance.now() - (started.get(event) ?? 0)) * 10) / 10,
      requestId: event.requestContext.requestId,
      actor: event.by?.id ?? event.by?.kind,
    });
  };
  return { before: ({ event }) => void started.set(event, performance.now()), after: end, onError: end };
}

/** Compresses answers where it is worthwhile and the client accepts it. */
export function compressedAnswers(): Middleware {
  const end: Middleware["after"] = async (request) => {
    if (request.response) request.response = await compressed(request.event, request.response);
  };
  return { after: end, onError: end };
}

/** Lets pages read the answers of operations for storefront keys (CORS). */
export function readableByPages({ right }: Operation): Middleware {
  const end: Middleware["after"] = ({ response }) => {
    if (response && right === "storefront") response.headers = { ...response.headers, ...forAnyPage };
  };
  return { after: end, onError: end };
}

/**
 * When to retry: after a 503 in a second, as most last no longer, but a full disk needs a person; after a 429 when
 * there is room again, or in a second if that is not known.
 */
function comeBackSeconds({ code, status, detail }: Refusal): unknown {
  if (code === "service.full") return 60;
  if (status === 429) return detail?.["retryAfterSeconds"] ?? 1;
  return status === 503 ? 1 : undefined;
}

/** A refusal becomes its declared answer; anything else is a fault, which is logged in full but not shown. */
export function refusalsAsAnswers(): Middleware {
  return {
    onError: (request) => {
      const { requestId } = request.event.requestContext;
      const refusal = refusalFor(request.error, requestId);
      const { code, status, message, detail } = refusal;
      const comeBack = comeBackSeconds(refusal);
      request.internal.code = code;
      request.response = {
        statusCode: status,
        headers: {
          "content-type": "application/json",
          "cache-control": "no-store",
          ...(comeBack !== undefined && { "retry-after": String(comeBack) }),
        },
        body: JSON.stringify({ error: { code, message, ...(detail && { detail }), requestId } }),
      };
    },
  };
}

function refusalFor(error: unknown, requestId: string): Refusal {
  if (error instanceof Refusal) return error;
  if (isBusy(error)) return new Refusal("service.busy");
  const [code, said] = isFull(error)
    ? (["service.full", "disk full"] as const)
    : isAway(error)
      ? (["service.away", "database away"] as const)
      : (["fault", "fault"] as const);
  log.error(said, { requestId, error });
  return new Refusal(code);
}

/** Authenticates the caller and checks the right, before anything is looked up. */
export function authorised(op: Operation): Middleware {
  return {
    before: async ({ event }) => {
      const credentials = credentialsOf(event);
      if (op.right === "anyone") {
        event.by = anyone(credentials.address);
        return;
      }
      const by = await reading(() => authenticate(credentials));
      if (!by) throw new Refusal("session.required");
      event.by = by;
      if (by.kind === "staff" && op.method !== "GET" && !fromOurOwnPages(event)) throw new Refusal("origin.foreign");
      if ((by.storefront !== undefined) !== (op.right === "storefront")) throw new Refusal("key.otherDoor");
      if (op.right === "storefront") {
        // Loaded on use: staff operations do not need it.
        if (op.method !== "GET") await (await import("#core/storefront/rate-limit")).refuseTooManyRequests(by);
      } else if (op.right === "signedIn") {
        if (by.kind === "token") throw new Refusal("token.webhooksOnly");
      } else refuseWithoutRight(by, op.right);
      if (by.vendorId !== null && op.vendor === "closed") throw new Refusal("vendor.closed");
    },
  };
}

/** Browsers send a request's origin, and no other site's page can change that. */
function fromOurOwnPages(event: APIGatewayProxyEventV2): boolean {
  if (headerOf(event, "sec-fetch-site") === "same-origin") return true;
  const origin = headerOf(event, "origin");
  if (!origin || !URL.canParse(origin)) return false;
  const ours = optional("PUBLIC_URL");
  // API Gateway sets this header itself, and accepts only TLS.
  const scheme = headerOf(event, "x-forwarded-proto") ?? "https";
  return origin === `${scheme}://${headerOf(event, "host")}` || (ours !== undefined && origin === new URL(ours).origin);
}
