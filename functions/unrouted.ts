/** Requests that match no operation: the route `$default` of API Gateway, and the last resort of the local API. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { type RefusalCode, refusals } from "#core/contract/kit/refusals";
import { forAnyPageAt, preflight } from "./any-page.ts";
import { methodsAt } from "./wiring.ts";

/** @returns 405 with the methods that the path takes, or 404 if it takes none; also answers browsers' preflights. */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const { http, requestId } = event.requestContext;
  const methods = methodsAt(event.rawPath);
  const mayBeSent = http.method === "OPTIONS" ? preflight(event.rawPath, methods) : null;
  if (mayBeSent) return { statusCode: 204, headers: mayBeSent };
  const takesOthers = methods.length > 0 && !methods.includes(http.method);
  const code: RefusalCode = takesOthers ? "method.unknown" : "route.unknown";
  const [statusCode, message] = refusals[code];
  return {
    statusCode,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      ...forAnyPageAt(event.rawPath),
      ...(takesOthers && { allow: methods.join(", ") }),
    },
    body: JSON.stringify({ error: { code, message, requestId } }),
  };
}
