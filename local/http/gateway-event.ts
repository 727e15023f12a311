import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

/** An HTTP request, from a server or a test. */
export interface Request {
  readonly method: string;
  /** Path and query as they were sent, still percent-encoded. */
  readonly target: string;
  /** Names in lower case; several values of one name are kept separate. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  readonly sourceIp: string;
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
}

const textual = /^(text\/|application\/(json|javascript|xml|[\w.+-]+\+json)|$)/i;

/**
 * The event that API Gateway's HTTP API (payload format 2.0) would send to a Lambda: cookies separate, the values of a
 * header or query parameter joined by commas, and a binary body in base64.
 */
export function gatewayEvent(request: Request): APIGatewayProxyEventV2 {
  const [rawPath = "/", rawQueryString = ""] = request.target.split(/\?(.*)/s);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== "cookie") headers[name] = typeof value === "string" ? value : value.join(",");
  }
  const cookies = [request.headers["cookie"] ?? []].flat().flatMap((header) => header.split(/; */));
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    query[name] = Object.hasOwn(query, name) ? `${query[name]},${value}` : value;
  }
  // Bytes that are not valid text are left as they are, for the handler to refuse.
  const isText =
    textual.test(headers["content-type"] ?? "") && headers["content-encoding"] === undefined && isUtf8(request.body);
  const now = new Date();
  return {
    version: "2.0",
    routeKey: request.routeKey,
    rawPath,
    rawQueryString,
    headers,
    ...(cookies.length > 0 && { cookies }),
    ...(rawQueryString && { queryStringParameters: query }),
    ...(Object.keys(request.pathParameters).length > 0 && { pathParameters: { ...request.pathParameters } }),
    ...(request.body.length > 0 && { body: Buffer.from(request.body).toString(isText ? "utf8" : "base64") }),
    isBase64Encoded: request.body.length > 0 && !isText,
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName: headers["host"] ?? "localhost",
      domainPrefix: "local",
      http: {
        method: request.method,
        path: rawPath,
        protocol: "HTTP/1.1",
        sourceIp: request.sourceIp,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: randomUUID(),
      routeKey: request.routeKey,
      stage: "$default",
      time: now.toISOString(),
      timeEpoch: now.getTime(),
    },
  };
}
