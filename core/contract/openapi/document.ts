/** The OpenAPI 3.1 document, made from the same declarations that serve the requests. */
import * as z from "zod";
import { codesOf } from "../kit/codes.ts";
import { address, money, time } from "../kit/fields.ts";
import { bodyBytesMax, hasBody, keepsAnswer, type Operation, placeOf, takesIfMatch } from "../kit/operation.ts";
import { idempotencyKey, ifMatch } from "../kit/patterns.ts";
import { type RefusalCode, refusals } from "../kit/refusals.ts";
import { CartEvent, CollectionEvent, Event, OrderEvent, ProductEvent } from "../parts/event-shapes.ts";
import { exampleOf } from "./example.ts";
import { introduction } from "./introduction.ts";
import { type Link, linksFrom } from "./links.ts";

type Schema = z.core.JSONSchema.JSONSchema;

/** The named shapes, and the JSON Schemas of those in use so far. */
interface Named {
  readonly registry: z.core.$ZodRegistry<{ id?: string | undefined; description?: string | undefined }>;
  readonly schemas: Record<string, Schema>;
}

/** Field types that every area shares, and what webhooks send, by their names in the document. */
const shared = {
  Money: [money, "Minor units: 1999 of INR is ₹19.99."],
  Address: [address, "A postal address."],
  Time: [time, "ISO 8601 in UTC."],
  OrderEvent: [OrderEvent, "What is sent when something has happened to an order."],
  CartEvent: [CartEvent, "What is sent when a cart has been abandoned."],
  ProductEvent: [ProductEvent, "What is sent when something has happened to a product."],
  CollectionEvent: [CollectionEvent, "What is sent when something has happened to a collection."],
} as const;

/**
 * JSON Schema of what is transmitted: an operation's input as sent and its output as received. Named shapes are
 * referred to by name.
 */
function schemaOf(type: z.ZodType, named: Named): Schema {
  const { $schema, $defs, ...schema } = z.toJSONSchema(type, {
    io: "input",
    target: "draft-2020-12",
    unrepresentable: "any",
    metadata: named.registry,
    override: ({ zodSchema, jsonSchema }) => {
      // Metadata of fields (`.describe`, `.meta`) is in Zod's own registry.
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
      // The bounds of JavaScript's safe integers are not worth showing.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  for (const [name, shape] of Object.entries($defs ?? {})) named.schemas[name] = withRefs(shape);
  return withRefs(schema);
}

/** References in OpenAPI's form. */
const withRefs = <S>(schema: S): S =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** What `GET /api/openapi.json` answers. */
export type OpenApi = ReturnType<typeof openApiOf>;

/** @param shapes by their names in the document. */
export function openApiOf(operations: readonly Operation[], shapes: Readonly<Record<string, z.ZodType>>) {
  const named: Named = { registry: z.registry(), schemas: {} };
  for (const [id, [shape, description]] of Object.entries(shared)) named.registry.add(shape, { id, description });
  for (const [id, shape] of Object.entries(shapes)) named.registry.add(shape, { id });
  const paths: Record<string, Record<string, Described>> = {};
  const all = operations.map((op) => described(op, named));
  for (const [nth, { path, method, status = 200 }] of operations.entries()) {
    const made = all[nth];
    if (!made) continue;
    const leadsOn = method === "GET" || status === 201;
    paths[path] = { ...paths[path], [method.toLowerCase()]: leadsOn ? withLinks(made, status, all, named) : made };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Quartermaster", version: "1", description: introduction },
    servers: [{ url: "/" }],
    paths,
    webhooks: { event: { post: webhook(named) } },
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "An API key (`qmk_…`)." },
        session: { type: "apiKey", in: "cookie", name: "__Host-session" },
      },
      schemas: { ...named.schemas, Error: schemaOf(errorShape, named) },
    },
  };
}

const errorShape = z.object({
  error: z.object({
    code: z.enum(Object.keys(refusals) as [RefusalCode, ...RefusalCode[]]), // Object.keys forgets the keys' type
    message: z.string().describe("For people. It may change; the code will not."),
    detail: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("The numbers and ids behind the error, depending on the code."),
    requestId: z.string().describe("Identifies the request in the service's log."),
  }),
});

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: string;
}

const header = (name: string, description: string, { source: pattern }: RegExp, example: string): Parameter => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string", pattern },
  example,
});

const signed = header(
  "x-service-signature",
  "`t=<unix seconds>,v1=<hex>`; see Webhooks above.",
  /^t=[0-9]+,v1=[0-9a-f]{64}$/,
  `t=1790756100,v1=${"0123456789abcdef".repeat(4)}`,
);

const namesEvent = header("x-service-event", "The event's name.", /^[a-z.]+$/, "order.paid");
const namesDelivery = header(
  "x-service-delivery",
  "The delivery's id: one for each endpoint that receives the event, the same at every attempt.",
  /^whd_[0-9a-z]{26}$/,
  "whd_01m7qjz5x8k3v9c2d4f6g8h0ab",
);

/** What is POSTed to a subscriber. */
const webhook = (named: Named) => ({
  operationId: "webhook.event",
  summary: "An event, sent to every endpoint subscribed to it.",
  description:
    "Any status from 200 to 299 within 10 seconds accepts the event. Otherwise, also after a redirect, delivery is retried: twelve attempts in all, over about 45 minutes.",
  parameters: [signed, namesEvent, namesDelivery].map((sent) => ({ ...sent, required: true })),
  requestBody: { required: true, content: { "application/json": { schema: schemaOf(Event, named) } } },
  responses: { "2XX": { description: "Accepted." } },
  security: [],
});

function needs(op: Operation): string {
  const { right } = op;
  const taken = hasBody(op) ? ` The body may have up to ${bodyBytesMax(op)} bytes.` : "";
  if (right === "anyone") return `Needs no credentials.${taken}`;
  if (right === "storefront") return `Needs a storefront's key.${taken}`;
  return right === "signedIn" ? "Needs valid credentials." : `Needs the right \`${right}\`.`;
}

const securityOf = ({ right }: Operation) =>
  right === "anyone" ? [] : right === "storefront" ? [{ key: [] }] : [{ key: [] }, { session: [] }];

/** A response with one status. */
interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly links?: Readonly<Record<string, Link>>;
}

const describedHeader = (description: string) => ({ description, schema: { type: "string" } }) as const;
const etag = describedHeader("The version, in quotes, for If-Match.");
const replayed = describedHeader(
  "`true` if this is the response kept for the Idempotency-Key, and nothing was done again.",
);
const applied = describedHeader(
  "`wait=N`, with the seconds applied: the response shows the state once the outcome was known, or after that time.",
);
const retryAfter = describedHeader("Seconds to wait.");
/** Headers of a cacheable answer. */
const keeping = {
  ETag: describedHeader("For If-None-Match."),
  "Cache-Control": describedHeader("How many seconds the response may be cached."),
};
const isKept = ({ cacheSeconds }: Operation) => cacheSeconds !== undefined;

/** Whether the answer contains a version: its own or its order's. */
const showsVersion = ({ versioned, output }: Operation) =>
  versioned === true && output instanceof z.ZodObject && ("version" in output.shape || "order" in output.shape);

type Described = ReturnType<typeof described>;

function described(op: Operation, named: Named) {
  const { properties = {}, required = [], allOf, examples } = schemaOf(op.input, named);
  const fields = Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === "object" ? [{ name, schema, place: placeOf(op, name) }] : [],
  );
  const inBody = fields.filter(({ place }) => place === "body");
  const parameters = fields.flatMap(({ name, place, schema: { description, ...schema } }): Parameter[] =>
    place === "body"
      ? []
      : [
          {
            name,
            in: place,
            required: place === "path" || required.includes(name),
            ...(description && { description }),
            schema,
          },
        ],
  );
  if (keepsAnswer(op)) {
    const description = "A request repeated with the same key is carried out only once.";
    parameters.push(header("Idempotency-Key", description, idempotencyKey, "order-4711-attempt"));
  }
  if (takesIfMatch(op)) {
    parameters.push(header("If-Match", "The ETag last read; a stale one gets 412.", ifMatch, '"3"'));
  }
  if (op.asks) {
    const description = "`wait=10`: respond once the provider has answered, or after 10 seconds; at most 15.";
    parameters.push(header("Prefer", description, /^.*$/, "wait=10"));
  }
  if (isKept(op)) {
    parameters.push(
      header(
        "If-None-Match",
        "The ETag of a cached response; 304 if it is still current.",
        /^.*$/,
        'W/"k3dIhPpFtRj0zkEaXvYb1A"',
      ),
    );
  }
  const body: Schema = {
    type: "object",
    properties: Object.fromEntries(inBody.map(({ name, schema }) => [name, schema])),
    required: required.filter((name) => inBody.some((field) => field.name === name)),
    additionalProperties: false,
    ...(allOf && { allOf }),
  };
  const answer = { [op.contentType ?? "application/json"]: { schema: schemaOf(op.output, named) } };
  const responses: Record<string, Response> = {
    [op.status ?? 200]: {
      description: "Done.",
      headers: {
        ...(showsVersion(op) && { ETag: etag }),
        ...(isKept(op) && keeping),
        ...(keepsAnswer(op) && { "Idempotent-Replayed": replayed }),
        ...(op.asks && { "Preference-Applied": applied }),
      },
      content: answer,
    },
    ...(op.status === 201 && op.query?.includes("dryRun") && { 200: { description: "A dry run.", content: answer } }),
    ...(isKept(op) && { 304: { description: "The cached response is still current.", headers: keeping } }),
    ...refusalsByStatus(op),
  };
  return {
    operationId: op.name,
    summary: op.summary,
    tags: [op.name.split(".")[0] ?? ""],
    description: [needs(op), op.emits && `Emits ${op.emits.join(", ")}.`].filter(Boolean).join(" "),
    security: securityOf(op),
    parameters,
    ...(inBody.length > 0 && {
      requestBody: {
        required: inBody.some(({ name }) => required.includes(name)),
        content: { "application/json": { schema: body, example: examples?.[0] ?? exampleOf(body, named.schemas) } },
      },
    }),
    responses,
  };
}

/** Adds links to follow-up operations. */
function withLinks(made: Described, status: number, all: readonly Described[], named: Named): Described {
  const done = made.responses[status];
  const answer = done?.content?.["application/json"]?.schema;
  const links = answer ? linksFrom(made, answer, all, named.schemas) : {};
  if (!done || Object.keys(links).length === 0) return made;
  return { ...made, responses: { ...made.responses, [status]: { ...done, links } } };
}

function refusalsByStatus(op: Operation): Record<string, Response> {
  const byStatus: Record<number, string[]> = {};
  for (const code of codesOf(op)) {
    const [status, sentence] = refusals[code];
    byStatus[status] = [...(byStatus[status] ?? []), `\`${code}\`: ${sentence}`];
  }
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, lines]) => {
      const headers = ["429", "503"].includes(status) && { headers: { "Retry-After": retryAfter } };
      return [status, { description: lines.join("\n\n"), ...headers, content }];
    }),
  );
}
