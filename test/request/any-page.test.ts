/** A shop's pages are on another origin, and a browser lets them make only the requests that it was told they may. */
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { describe, expect, it } from "vitest";
import * as cart from "#core/contract/cart";
import * as order from "#core/contract/order";
import * as storefront from "#core/contract/storefront";
import { handler as unrouted } from "#functions/unrouted";
import { gatewayEvent } from "#local/http/gateway-event";
import { call, ownersKey, storefrontsKey } from "../support/call.ts";

const asked = (path: string, method = "OPTIONS"): APIGatewayProxyEventV2 =>
  gatewayEvent({
    method,
    target: path,
    headers: { origin: "https://shop.example", "access-control-request-method": "PUT" },
    body: Buffer.alloc(0),
    sourceIp: "203.0.113.7",
    routeKey: "$default",
    pathParameters: {},
  });

describe("a page of another origin", () => {
  it("gets CORS headers for what it may send to the store API", async () => {
    const answer = await unrouted(asked("/api/store/carts/some-token/lines"));
    expect(answer).toMatchObject({ statusCode: 204 });
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "PUT",
      "access-control-allow-headers": expect.stringMatching(/Authorization.*Content-Type.*Idempotency-Key.*Prefer/),
    });
  });

  // Otherwise its developer sees a network error, and not that a path is misspelt.
  it("may read that there is no such path or method", async () => {
    for (const [path, method, status] of [
      ["/api/store/product", "GET", 404],
      ["/api/store/carts/some-token/lines", "GET", 405],
    ] as const) {
      const allowed = await unrouted(asked(path));
      expect(allowed).toMatchObject({ statusCode: 204, headers: { "access-control-allow-origin": "*" } });
      const answer = await unrouted(asked(path, method));
      expect(answer).toMatchObject({ statusCode: status, headers: { "access-control-allow-origin": "*" } });
    }
  });

  // If it could use the admin with the cookie, any page that an owner opens could control the store.
  it("is not allowed anywhere else", async () => {
    for (const path of ["/api/admin/orders", "/api/admin/session", "/api/health", "/api/store"]) {
      const answer = await unrouted(asked(path));
      expect([path, [404, 405].includes(answer.statusCode ?? 0)]).toEqual([path, true]);
      expect(Object.keys(answer.headers ?? {}).filter((name) => /^access-control/.test(name))).toEqual([]);
    }
    const { headers } = await call(order.list, {});
    expect(Object.keys(headers).filter((name) => /^access-control/.test(name))).toEqual([]);
  });

  // A page that may read answers but no refusals can only say that something went wrong.
  it("may read the store API's answers, including refusals and 304s", async () => {
    const as = await storefrontsKey();
    const listed = await call(storefront.listProducts, {}, { as });
    const again = await call(
      storefront.listProducts,
      {},
      { as, headers: { "if-none-match": listed.headers["etag"]! } },
    );
    const answers = [
      listed,
      again,
      await call(cart.create, {}, { as }),
      await call(cart.read, { token: "nobody's" }, { as }),
      await call(cart.create, {}, { as, rawBody: "{" }),
      await call(cart.create, {}, { as: null }),
      await call(cart.create, {}, { as: await ownersKey() }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 201, 404, 400, 401, 403]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-expose-headers": expect.stringContaining("ETag"),
      });
      expect(headers).not.toHaveProperty("access-control-allow-credentials");
    }
  });
});
