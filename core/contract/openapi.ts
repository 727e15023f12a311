/** The OpenAPI 3.1 document, made from the declarations that serve the requests. */
import * as z from "zod";
import type { Operation } from "./kit.ts";
import { type RefusalCode, refusals } from "./refusals.ts";

/** What the wrappers around every verb may answer. */
const always: readonly RefusalCode[] = ["request.invalid", "service.busy", "fault"];
const whenSignedIn: readonly RefusalCode[] = ["session.required", "right.missing"];
const whenWriting: readonly RefusalCode[] = ["request.tooLarge", "idempotency.mismatch", "origin.foreign"];

/** Every code that an operation can answer. */
export const codesOf = (op: Operation): RefusalCode[] => [
  ...always,
  ...(op.right === "anyone" ? [] : whenSignedIn),
  ...(op.vendor === "closed" && op.right !== "anyone" ? (["vendor.closed"] as const) : []),
  ...(op.method === "GET" ? [] : whenWriting),
  ...(op.versioned && op.method !== "GET" ? (["version.stale"] as const) : []),
  ...op.refuses,
];

/**
 * JSON Schema of what travels, an operation's input as sent and its output as received. Shapes that have a name are
 * referred to by it.
 */
const schemaOf = (type: z.ZodType, named: Named) => {
  const { $schema, $defs, ...schema } = z.toJSONSchema(type, {
    io: "input",
    target: "draft-2020-12",
    unrepresentable: "any",
    metadata: named.registry,
  });
  for (const [name, shape] of Object.entries($defs ?? {})) named.schemas[name] = withRefs(shape);
  return withRefs(schema);
};

/** The shapes that have a name, and the JSON Schema of those that were met. */
interface Named {
  readonly registry: z.core.$ZodRegistry<{ id?: string | undefined }>;
  readonly schemas: Record<string, unknown>;
}

/** References as OpenAPI has them. */
const withRefs = <Schema>(schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** @param shapes by the names they get in the document. @param version the program's own, shown as the document's. */
export function openApiOf(
  operations: readonly Operation[],
  shapes: Readonly<Record<string, z.ZodType>>,
  version: string,
) {
  const named: Named = { registry: z.registry<{ id?: string | undefined }>(), schemas: {} };
  for (const [id, shape] of Object.entries(shapes)) named.registry.add(shape, { id });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const op of operations) {
    paths[op.path] = { ...paths[op.path], [op.method.toLowerCase()]: described(op, named) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Quartermaster",
      version,
      description: "The operations side of an online store: orders, stock, people, and signed webhooks.",
    },
    paths,
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
    message: z.string(),
    detail: z.record(z.string(), z.unknown()).optional(),
    requestId: z.string(),
  }),
});

function described(op: Operation, named: Named) {
  const { properties = {}, required = [] } = schemaOf(op.input, named);
  const hasBody = op.method !== "GET" && op.method !== "DELETE";
  const inPath = (name: string) => op.path.includes(`{${name}}`);
  const inQuery = (name: string) => !inPath(name) && (!hasBody || (op.query?.includes(name) ?? false));
  const bodyFields = Object.keys(properties).filter((name) => !inPath(name) && !inQuery(name));
  const parameters = Object.entries(properties)
    .filter(([name]) => !bodyFields.includes(name))
    .map(([name, schema]) => ({
      name,
      in: inPath(name) ? "path" : "query",
      required: inPath(name) || required.includes(name),
      schema,
    }));
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  });
  if (op.method !== "GET") {
    parameters.push(header("Idempotency-Key", "Repeating the request with the same key does the work once.") as never); // a header parameter has a description too
  }
  if (op.versioned && op.method !== "GET") {
    parameters.push(header("If-Match", "The ETag last read; a stale one answers 412.") as never); // as above
  }
  return {
    operationId: op.name,
    summary: op.summary,
    tags: [op.name.split(".")[0]],
    description: op.right === "anyone" ? "Needs no credentials." : `Needs ${op.right}.`,
    security: op.right === "anyone" ? [] : [{ key: [] }, { session: [] }],
    parameters,
    ...(bodyFields.length > 0 && {
      requestBody: {
        required: bodyFields.some((name) => required.includes(name)),
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties: Object.fromEntries(bodyFields.map((name) => [name, properties[name]])),
              required: required.filter((name) => bodyFields.includes(name)),
              additionalProperties: false,
            },
          },
        },
      },
    }),
    responses: {
      [op.status ?? 200]: {
        description: "Done.",
        content: { [op.contentType ?? "application/json"]: { schema: schemaOf(op.output, named) } },
      },
      ...refusalsByStatus(op),
    },
  };
}

function refusalsByStatus(op: Operation) {
  const byStatus: Record<number, string[]> = {};
  for (const code of codesOf(op)) {
    const [status, sentence] = refusals[code];
    byStatus[status] = [...(byStatus[status] ?? []), `\`${code}\`: ${sentence}`];
  }
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, lines]) => [status, { description: lines.join("\n\n"), content }]),
  );
}
