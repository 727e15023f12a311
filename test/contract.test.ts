import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import * as cart from "#core/contract/cart";
import * as gateway from "#core/contract/gateway";
import { areas, isOperation, operations, shapes } from "#core/contract/index";
import { codesOf } from "#core/contract/kit/codes";
import type { Operation } from "#core/contract/kit/operation";
import { openApiOf } from "#core/contract/openapi/document";
import * as order from "#core/contract/order";
import * as product from "#core/contract/product";
import * as service from "#core/contract/service";
import * as session from "#core/contract/session";
import * as storefront from "#core/contract/storefront";
import { eventNames } from "#core/contract/values/events";
import { coreRights, rights } from "#core/contract/values/rights";
import type { HandlersOf } from "#functions/handlers";
import { routes } from "#functions/wiring";
import { call, eventOf } from "./support/call.ts";
import { aPerson } from "./support/given/people.ts";

type Schema = z.core.JSONSchema.JSONSchema;

const contract = join(import.meta.dirname, "../core/contract");
const contractFiles = globSync("*.ts", { cwd: contract }).map((file) => basename(file, ".ts"));

describe("the contract", () => {
  // Without an entry in the index it has no route and no description, and tests of all operations miss it.
  it.each(contractFiles)("has every operation from %s.ts in its index", async (file) => {
    const declared = Object.values(await import(join(contract, `${file}.ts`))).filter(isOperation);
    const listed = Object.values(areas).flatMap((area) => Object.values<unknown>(area));
    for (const op of declared) expect(listed, `core/contract/index.ts lacks ${op.name} of ${file}.ts`).toContain(op);
  });

  it("has 48 core rights and the webhooks module's two", () => {
    expect(coreRights).toHaveLength(48);
    expect(rights).toHaveLength(50);
  });

  it("names every operation once, and every route once", () => {
    const names = operations.map(({ name }) => name);
    const places = operations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(places).size).toBe(places.length);
  });

  // What is copied from a phone's contacts or from a timeline has marks that cannot be seen, and found nothing.
  it("searches without the marks of direction around a text", () => {
    const searches = operations.flatMap(({ name, input }) =>
      "q" in input.shape ? [{ name, q: input.shape["q"] }] : [],
    );
    expect(searches.length).toBeGreaterThan(10);
    for (const { name, q } of searches) {
      expect(z.parse(q, "\u202a\u2068קוד-7\u2069\u202c"), name).toBe("קוד-7");
      expect(z.safeParse(q, "\u2068 \u2069").success, name).toBe(false);
    }
  });

  // The compiler finds these: `npm run check` fails if one of them compiles.
  it("does not compile if a handler is missing, bound to another operation, or bound twice", () => {
    type Orders = typeof import("#functions/admin/order");
    type Missing = Omit<Orders, "cancel">;
    type Mistaken = Missing & { cancel: Orders["markUnpaid"] };
    type Twice = Orders & { cancelAgain: Orders["cancel"] };
    expectTypeOf<Orders>().toExtend<HandlersOf<"order", Orders>>();
    expectTypeOf<Missing>().not.toExtend<HandlersOf<"order", Missing>>();
    expectTypeOf<Mistaken>().not.toExtend<HandlersOf<"order", Mistaken>>();
    expectTypeOf<Twice>().not.toExtend<HandlersOf<"order", Twice>>();
  });

  it.each(routes)(
    "$operation.name is in its own area's file, has a handler, and is a noun's verb",
    async ({ area, verb, operation }) => {
      expect(operation.name).toBe(`${area}.${verb}`);
      const handlers = await import(`../functions/admin/${area}.ts`);
      expect(handlers[verb]).toBeTypeOf("function");
    },
  );

  const closed = operations.filter(({ right }) => right !== "anyone");
  it.each(closed)("$name answers 401 without credentials, and to a key that does not exist", async (op) => {
    for (const as of [null, `qmk_${"x".repeat(43)}`, "nonsense"]) {
      expect(await call(op, {}, { as })).toMatchObject({ status: 401, body: { error: { code: "session.required" } } });
    }
  });
});

describe("service", () => {
  it("is up and ready", async () => {
    await aPerson();
    expect(await call(service.health, {})).toMatchObject({ status: 200, body: { status: "up" } });
    expect(await call(service.ready, {})).toMatchObject({ status: 200, body: { status: "ready" } });
  });

  // It is served from the admin's origin: injected content must not be able to act with the admin's session.
  it("serves its page with a policy against running, loading or sending anything", async () => {
    const { headers, body } = await call(service.docs, {});
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; style-src 'unsafe-inline';.*frame-ancestors 'none'/,
      ),
      "x-content-type-options": "nosniff",
    });
    expect(body).not.toMatch(/<script|<img|<link|<iframe| on\w+=/i);
  });

  it("describes every operation in OpenAPI 3.1", async () => {
    const { body } = await call(service.openapi, {});
    const described = Object.values(body["paths"] as Record<string, Record<string, { operationId: string }>>).flatMap(
      (methods) => Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(described.toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
  });

  // An example that is refused teaches newcomers not to trust the documentation.
  it("gives each body an example that its operation accepts", async () => {
    const { paths } = openApiOf(operations, shapes);
    for (const { name, method, path, input } of operations) {
      const example = paths[path]?.[method.toLowerCase()]?.requestBody?.content["application/json"].example;
      if (example === undefined) continue;
      const taken = z.strictObject(input.shape).partial().safeParse(example);
      expect(taken.error?.issues ?? [], name).toEqual([]);
    }
  });

  // Generated clients check it, and some refuse to send anything else.
  it("calls no text a URI whose example has other characters than URIs have", () => {
    const wrong: unknown[] = [];
    JSON.stringify(openApiOf(operations, shapes), (_, value) => {
      if (value?.format === "uri" && value.examples?.some((text: string) => /[\s{}<>"\\^`|]/.test(text)))
        wrong.push(value);
      return value;
    });
    expect(wrong).toEqual([]);
  });

  // Zod keeps descriptions in its own registry; with another one they are silently lost.
  it("includes the contract's descriptions of fields", async () => {
    const { body } = await call(service.openapi, {});
    expect(JSON.stringify(body)).toContain("1000 means 1000 or more");
  });

  // Clients are generated from the document: an undocumented or unused header is a bug.
  it("lists exactly the headers that are sent and accepted", () => {
    const { paths, webhooks } = openApiOf(operations, shapes);
    const headersOf = ({ path, method, status }: Operation) => {
      const { parameters, responses } = paths[path]![method.toLowerCase()]!;
      return {
        taken: parameters.filter((one) => one.in === "header").map(({ name }) => name),
        sent: Object.keys(responses[status ?? 200]!.headers ?? {}),
        later: Object.keys(responses).filter((one) => responses[one]!.headers?.["Retry-After"]),
      };
    };
    expect(headersOf(session.signIn)).toEqual({ taken: [], sent: [], later: ["429", "503"] });
    expect(headersOf(product.read)).toEqual({ taken: [], sent: ["ETag"], later: ["503"] });
    expect(headersOf(product.create)).toMatchObject({
      taken: ["Idempotency-Key"],
      sent: ["ETag", "Idempotent-Replayed"],
    });
    expect(headersOf(product.remove)).toMatchObject({
      taken: ["Idempotency-Key", "If-Match"],
      sent: ["Idempotent-Replayed"],
    });
    expect(headersOf(order.refund)).toMatchObject({
      taken: ["Idempotency-Key", "If-Match", "Prefer"],
      sent: ["ETag", "Idempotent-Replayed", "Preference-Applied"],
    });
    expect(headersOf(storefront.listProducts)).toEqual({
      taken: ["If-None-Match"],
      sent: ["ETag", "Cache-Control"],
      later: ["503"],
    });
    const again = paths[storefront.listProducts.path]!["get"]!.responses["304"]!;
    expect(again).toMatchObject({ headers: { ETag: {}, "Cache-Control": {} } });
    expect(again).not.toHaveProperty("content");
    expect(webhooks.event.post.parameters.map(({ name }) => name)).toEqual([
      "x-service-signature",
      "x-service-event",
      "x-service-delivery",
    ]);
    expect(codesOf(session.signOut)).not.toContain("idempotency.mismatch");
    expect(codesOf(session.read)).not.toContain("right.missing");
  });

  // "right.missing: You do not have the right to do this" was listed twice where a verb needs a further right.
  it("lists each error of an operation once", () => {
    for (const op of operations) expect(codesOf(op), op.name).toEqual([...new Set(codesOf(op))]);
  });

  it("has a page to read", async () => {
    const { body } = await call(service.docs, {});
    for (const { name, path } of operations) {
      expect(body).toContain(`<section id="${name}">`);
      expect(body).toContain(path);
    }
    for (const [, errors = ""] of body.matchAll(/<summary>Errors<\/summary>(.*?)<\/details>/gs))
      expect(errors).not.toMatch(/<tr><td>[123]/);
    expect(body).toContain("<summary>Answers 200 or 201</summary>");
  });

  it("describes what each event contains, and for orders also what happened", () => {
    const { webhooks, components } = openApiOf(operations, shapes);
    const schemas: Readonly<Record<string, Schema>> = components.schemas;
    const { anyOf = [] } = webhooks.event.post.requestBody.content["application/json"].schema;
    const kinds = anyOf.map((kind) => schemas[String((kind as Schema).$ref?.split("/").at(-1))]);
    const names = kinds.map((kind) => kind?.properties?.["name"] as Schema | undefined);
    expect(names.flatMap((name) => name?.enum ?? [])).toEqual(eventNames);
    const data = schemas["OrderEvent"]?.properties?.["data"];
    for (const field of ["totals", "parcel", "refund", "return", "changed", "lineChanges", "reason", "imported"])
      expect(data).toHaveProperty(["properties", field]);
  });

  // NUL is refused everywhere, and a string without a pattern would allow it.
  it("has a pattern without NUL for each text in a request", () => {
    const { paths, components } = openApiOf(operations, shapes);
    const schemas: Readonly<Record<string, Schema>> = components.schemas;
    const formless = (schema: unknown, at: string): string[] => {
      if (typeof schema !== "object" || schema === null) return [];
      const {
        $ref,
        type,
        pattern,
        enum: values,
        anyOf,
        oneOf,
        properties,
        items,
        additionalProperties,
      } = schema as Schema;
      if ($ref) return formless(schemas[String($ref.split("/").at(-1))], at);
      const within = Object.entries({ ...properties, "[]": items, "*": additionalProperties });
      return [
        ...(type === "string" && !pattern && !values ? [at] : []),
        ...[...(anyOf ?? []), ...(oneOf ?? [])].flatMap((one) => formless(one, at)),
        ...within.flatMap(([name, one]) => formless(one, `${at}.${name}`)),
      ];
    };
    const found = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, parameters, requestBody }) => [
        ...parameters.flatMap(({ name, schema }) => formless(schema, `${operationId} ${name}`)),
        ...formless(requestBody?.content["application/json"]?.schema, operationId),
      ]),
    );
    expect(found).toEqual([]);
  });

  // openapi-python-client leaves out a union whose alternatives have no names, as the timeline's did.
  it("names each object of a union", () => {
    const unnamed = (value: unknown, at: string): string[] => {
      if (typeof value !== "object" || value === null) return [];
      const { anyOf = [], oneOf = [] } = value as Schema;
      const objects = [...anyOf, ...oneOf].filter((one) => typeof one === "object" && one.properties);
      const within = Object.entries(value).flatMap(([name, one]) => unnamed(one, `${at}/${name}`));
      return objects.length > 1 ? [at, ...within] : within;
    };
    expect(unnamed(openApiOf(operations, shapes), "")).toEqual([]);
  });

  // Handlers take more URLs than the pattern describes, and answer them: clients that check answers rejected the store.
  it("limits the form of URLs in requests only", () => {
    const { paths, components } = openApiOf(operations, shapes);
    const answers = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId, responses }) => [operationId, responses] as const),
    );
    const limited = [...Object.entries(components.schemas), ...answers].filter(([, schema]) =>
      JSON.stringify(schema).includes("https?:"),
    );
    expect(limited.map(([name]) => name)).toEqual([]);
  });

  it("says that the store API needs a storefront key, and what its limits are", () => {
    const { paths } = openApiOf(operations, shapes);
    const { description, security } = paths[cart.create.path]!["post"]!;
    expect(description).toBe("Needs a storefront's key. The body may have up to 16384 bytes.");
    expect(security).toEqual([{ key: [] }]);
    expect(codesOf(cart.create)).not.toContain("vendor.closed");
  });

  it("says that any body can be too large, and lists no impossible refusals", async () => {
    const tooLarge = { status: 413, body: { error: { code: "request.tooLarge", detail: { bytesMax: 16_384 } } } };
    expect(await call(service.health, {}, { rawBody: "x".repeat(17_000) })).toMatchObject(tooLarge);
    expect(codesOf(session.signIn)).not.toContain("origin.foreign");
    expect(codesOf(gateway.receive)).not.toContain("request.mediaType");
  });

  it("refuses a query parameter it does not know", async () => {
    expect(await call(service.health, {}, { rawQuery: "a=1" })).toMatchObject({
      status: 400,
      body: { error: { code: "request.invalid", detail: { issues: [{ path: "a" }] } } },
    });
    expect((await eventOf(service.health, {})).rawQueryString).toBe("");
  });
});
