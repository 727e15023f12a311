/** What stands around every admin handler: the log line, the refusal as an answer, and who is asking. */
import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { type Actor, anyone } from "#core/actor";
import type { Operation } from "#core/contract/kit";
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

/** One line a request: what, how it ended, how long, for whom. No body, no query, no header. */
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

/** An answer that is worth it goes compressed to whoever takes that. */
export function compressedAnswers(): Middleware {
  const end: Middleware["after"] = async (request) => {
    if (request.response) request.response = await compressed(request.event, request.response);
  };
  return { after: end, onError: end };
}

/** What a storefront's key opens may be read by the pages that send it. */
export function readableByPages({ right }: Operation): Middleware {
  const end: Middleware["after"] = ({ response }) => {
    if (response && right === "storefront") response.headers = { ...response.headers, ...forAnyPage };
  };
  return { after: end, onError: end };
}

/**
 * When to come back: after a 503 in a second, for most last no longer, but a full disk waits for a person; after a 429 when
 * there is room again.
 */
function comeBackSeconds({ code, status, detail }: Refusal): unknown {
  if (code === "service.full") return 60;
  return status === 503 ? 1 : detail?.["retryAfterSeconds"];
}

/** A refusal becomes its declared answer; anything else is a fault, which is logged whole and shown as nothing. */
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

/** Finds out who is asking and whether they may, before anything is looked up. */
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
        // Loaded on use: no operation of the staff needs it.
        if (op.method !== "GET") await (await import("#core/storefront/rate-limit")).refuseTooManyRequests(by);
      } else if (op.right === "signedIn") {
        if (by.kind === "token") throw new Refusal("token.webhooksOnly");
      } else refuseWithoutRight(by, op.right);
      if (by.vendorId !== null && op.vendor === "closed") throw new Refusal("vendor.closed");
    },
  };
}

/** A browser says where a request comes from, and no page of another site can make it say otherwise. */
function fromOurOwnPages(event: APIGatewayProxyEventV2): boolean {
  if (headerOf(event, "sec-fetch-site") === "same-origin") return true;
  const origin = headerOf(event, "origin");
  if (!origin || !URL.canParse(origin)) return false;
  const ours = optional("PUBLIC_URL");
  // API Gateway says by itself how it was reached, and speaks nothing but TLS.
  const scheme = headerOf(event, "x-forwarded-proto") ?? "https";
  return origin === `${scheme}://${headerOf(event, "host")}` || (ours !== undefined && origin === new URL(ours).origin);
}
