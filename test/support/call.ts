/** Calls an operation through its Lambda handler, with the event that API Gateway would give it. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { codesOf } from "#core/contract/kit/codes";
import { type Answer, type Asked, asSent, type Operation } from "#core/contract/kit/operation";
import { gatewayEvent } from "#local/http/gateway-event";
import { aKey, aStorefrontKey } from "./given/given.ts";

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

export interface Called<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Body & { readonly error?: { code: string; message: string; detail?: Record<string, unknown> } };
}

interface How {
  /** An API key, or null for an anonymous caller. Defaults to an owner's key, or a storefront key for the store API. */
  readonly as?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged, instead of the input's body fields. */
  readonly rawBody?: string | Uint8Array;
  readonly rawQuery?: string;
  /** Changes the event before it is handed to the Lambda. */
  readonly altered?: (event: APIGatewayProxyEventV2) => APIGatewayProxyEventV2;
}

let owner: Promise<string> | undefined;
/** One owner's key per file, created when first needed. */
export const ownersKey = (): Promise<string> => {
  owner ??= aKey();
  return owner;
};

let storefronts: Promise<string> | undefined;
/** One storefront key per file, the only kind that gives access to the store API. */
export const storefrontsKey = (): Promise<string> => {
  storefronts ??= aStorefrontKey();
  return storefronts;
};

const keyFor = ({ right }: Operation): Promise<string> => (right === "storefront" ? storefrontsKey() : ownersKey());

export async function call<Op extends Operation>(op: Op, input: Asked<Op>, how: How = {}): Promise<Called<Answer<Op>>> {
  const [area, verb] = op.name.split(".");
  const handlers: Record<string, Handler> = await import(`../../functions/admin/${area}.ts`);
  const handler = handlers[verb!]!;
  const event = await eventOf(op, input, how);
  const answer = await handler(how.altered?.(event) ?? event, { awsRequestId: "test" } as Context);
  const json = answer.headers?.["content-type"] === "application/json";
  const body = json ? JSON.parse(answer.body ?? "null") : answer.body;
  const code = body?.error?.code;
  if (code && !(codesOf(op) as string[]).includes(code)) throw new Error(`${op.name} does not declare ${code}`);
  if (code === "fault" && !how.headers?.["x-expect-fault"]) throw new Error(`${op.name} ended in a fault`);
  return {
    status: answer.statusCode ?? 200,
    headers: answer.headers as Record<string, string>,
    cookies: answer.cookies ?? [],
    body,
  };
}

/** The event for an operation, with each field in its place: path, query, header or body. */
export async function eventOf(op: Operation, input: Asked<Operation>, how: How = {}): Promise<APIGatewayProxyEventV2> {
  const { target, body } = asSent(op, input);
  const [path = ""] = target.split("?");
  const fields = new Map<string, unknown>(Object.entries(input));
  const inPath = op.path.matchAll(/\{(\w+)\}/g).map(([, name]) => [name!, String(fields.get(name!))]);
  const as = how.as === undefined && !how.headers?.["cookie"] ? await keyFor(op) : how.as;
  return gatewayEvent({
    method: op.method,
    target: how.rawQuery === undefined ? target : `${path}?${how.rawQuery}`,
    headers: {
      host: "store.test",
      "x-forwarded-proto": "https",
      "content-type": "application/json",
      ...(as && { authorization: `Bearer ${as}` }),
      ...how.headers,
    },
    body: Buffer.from(how.rawBody ?? body ?? ""),
    sourceIp: "203.0.113.7",
    routeKey: `${op.method} ${op.path}`,
    pathParameters: Object.fromEntries(inPath),
  });
}
