/** What no operation takes: the route `$default` of API Gateway, and the end of the local API. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { type RefusalCode, refusals } from "#core/contract/refusals";
import { methodsAt } from "./wiring.ts";

/** @returns 405 with the methods that the address takes, or 404 where it takes none. */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const { http, requestId } = event.requestContext;
  const methods = methodsAt(event.rawPath);
  const takesOthers = methods.length > 0 && !methods.includes(http.method);
  const code: RefusalCode = takesOthers ? "method.unknown" : "route.unknown";
  const [statusCode, message] = refusals[code];
  return {
    statusCode,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      ...(takesOthers && { allow: methods.join(", ") }),
    },
    body: JSON.stringify({ error: { code, message, requestId } }),
  };
}
