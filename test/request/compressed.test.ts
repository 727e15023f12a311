/** Compressed answers, on AWS compressed by the handler as everywhere else: API Gateway compresses nothing itself. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { describe, expect, it } from "vitest";
import * as key from "#core/contract/key";
import type { Operation } from "#core/contract/kit/operation";
import * as product from "#core/contract/product";
import * as service from "#core/contract/service";
import { encodingFor } from "#functions/encoding";
import { eventOf } from "../support/call.ts";

/** The answer as the Lambda returns it to API Gateway. */
async function answerOf(op: Operation, input: Record<string, unknown>, accepted?: string, rawBody?: string) {
  const [area, verb = ""] = op.name.split(".");
  const handlers = await import(`../../functions/admin/${area}.ts`);
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  const event = await eventOf(op, input, { headers, ...(rawBody !== undefined && { rawBody }) });
  return (await handlers[verb](event, { awsRequestId: "test" } as Context)) as APIGatewayProxyStructuredResultV2;
}

const bytesOf = ({ body = "", isBase64Encoded }: APIGatewayProxyStructuredResultV2) =>
  Buffer.from(body, isBase64Encoded ? "base64" : "utf8");

describe("an answer over 1 kB", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["gzip, deflate", "gzip", gunzipSync],
    ["br;q=0.5, gzip", "gzip", gunzipSync],
  ] as const)("is sent to a client that accepts %s as %s", async (accepted, encoding, opened) => {
    const plain = await answerOf(service.openapi, {});
    const answer = await answerOf(service.openapi, {}, accepted);
    expect(answer).toMatchObject({ statusCode: 200, isBase64Encoded: true });
    expect(answer.headers).toEqual({ ...plain.headers, "content-encoding": encoding });
    expect(opened(bytesOf(answer)).toString()).toBe(plain.body);
    expect(bytesOf(answer).length).toBeLessThan(bytesOf(plain).length / 5);
  });

  // A script that reads raw bytes would get nonsense; a cache in between would give one client's answer to another.
  it("is sent uncompressed without Accept-Encoding, and has a Vary header", async () => {
    for (const accepted of [undefined, "", "identity", "deflate", "br;q=0, gzip;q=0", "gzip;q=0.5, identity"]) {
      const answer = await answerOf(service.openapi, {}, accepted);
      expect(answer.isBase64Encoded).toBeUndefined();
      expect(answer.headers).toMatchObject({ vary: "accept-encoding" });
      expect(answer.headers).not.toHaveProperty("content-encoding");
    }
  });

  it("keeps its status and headers if it is a page, a refusal, or has a version", async () => {
    const page = await answerOf(service.docs, {}, "br");
    expect(page.headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "content-encoding": "br" });
    const wrong = JSON.stringify(Object.fromEntries(Array.from({ length: 60 }, (_, nth) => [`unknown${nth}`, 1])));
    const refusal = await answerOf(key.create, {}, "gzip", wrong);
    expect(refusal).toMatchObject({ statusCode: 400, headers: { "content-encoding": "gzip" } });
    expect(JSON.parse(gunzipSync(bytesOf(refusal)).toString())).toMatchObject({ error: { code: "request.invalid" } });
    const made = await answerOf(product.create, { title: "Lamp", description: "bright ".repeat(300) }, "br");
    expect(made).toMatchObject({ statusCode: 201, headers: { etag: '"1"', "content-encoding": "br" } });
  });
});

it("leaves a small answer alone", async () => {
  const answer = await answerOf(service.health, {}, "br");
  expect(answer).toMatchObject({ statusCode: 200, body: '{"status":"up"}' });
  expect(Object.keys(answer.headers ?? {})).not.toContain("vary");
});

// The header may contain anything.
it.each([
  ["*", "br"],
  ["*;q=0.1", "br"],
  ["GZIP ; q=1.0", "gzip"],
  ["br;q=abc", null],
  ["gzip;level=9;q=0.4", "gzip"],
  [";;;,,,==", null],
])("reads Accept-Encoding %j as %s", (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
