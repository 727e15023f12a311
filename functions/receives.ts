/** Where providers send their events: public, signed, and answered as soon as the event is stored. */
import middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { anyone } from "#core/actor";
import type * as carrier from "#core/contract/carrier";
import type * as gateway from "#core/contract/gateway";
import type * as message from "#core/contract/message";
import { optional } from "#core/environment";
import { receiveInbound } from "#core/inbox/receive";
import type { Family } from "#core/provider/adapter";
import type { HandlerOf } from "./admin.ts";
import { type Called, refusalsAsAnswers, requestLog } from "./middleware.ts";

/** Operations that take raw bytes, from the provider named in the path. */
type Receiving = typeof gateway.receive | typeof carrier.receive | typeof message.receive;

/** Stores the event, wakes the worker that reads it, and answers. A repeated event gets the same answer. */
export function receives<Op extends Receiving>(op: Op, family: Family): HandlerOf<Op["name"]> {
  return middy<Called, APIGatewayProxyStructuredResultV2>()
    .use(requestLog(op))
    .use(refusalsAsAnswers())
    .handler(async (event) => {
      // AWS's client loads during the insert.
      const waking = import("#core/provider/wake-workers");
      event.by = anyone(event.requestContext.http.sourceIp);
      const code = event.pathParameters?.["code"] ?? "";
      const isNew = await receiveInbound(family, code, {
        headers: event.headers,
        query: event.queryStringParameters ?? {},
        ...addressOf(event),
        body: bytesOf(event),
        at: new Date(),
      });
      if (isNew) await (await waking).wakeWorker("inbox");
      return {
        statusCode: 200,
        headers: { "content-type": "application/json", "cache-control": "no-store" },
        body: "{}",
      };
    });
}

/** By the store's public address: a `Host` header is whatever its sender likes. */
function addressOf({ rawPath, rawQueryString }: APIGatewayProxyEventV2): { address?: string } {
  const url = URL.parse(rawPath, optional("PUBLIC_URL"));
  return url ? { address: `${url.href}${rawQueryString && `?${rawQueryString}`}` } : {};
}

/** API Gateway may encode the body in base64, but a signature covers the bytes. */
const bytesOf = ({ body, isBase64Encoded }: APIGatewayProxyEventV2): Buffer =>
  Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8");
