/** Which API answers the distribution caches, and for whom. */
import { describe, expect, it } from "vitest";
import { routes } from "#functions/wiring";
import type { Json } from "../support/stacks/synthesised.ts";
import { distributionIn, headersOf, made, refersTo } from "../support/stacks/templates.ts";

const { CacheBehaviors, CustomErrorResponses } = distributionIn(made);
const policies = made.ofType("AWS::CloudFront::CachePolicy");
const patternOf = (form: string) => new RegExp(`^${form.replaceAll("*", ".*")}$`);
/** CloudFront uses the first behaviour whose pattern matches. */
const behaviourOf = (path: string): Json =>
  CacheBehaviors.find(({ PathPattern }: Json) => patternOf(PathPattern).test(path));
const keeps = (behaviour: Json) => policies.find((policy) => refersTo(behaviour.CachePolicyId, policy));
/** AWS's own policy CachingDisabled. */
const keepsNothing = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";

describe("the edge", () => {
  it.each(routes.map(({ operation }) => operation))("caches $method $path as its operation allows", (operation) => {
    const behaviour = behaviourOf(operation.path.replace(/\{\w+\}/g, "some-name"));
    expect(behaviour.AllowedMethods).toHaveLength(7);
    if (operation.cacheSeconds === undefined) expect(behaviour.CachePolicyId).toBe(keepsNothing);
    else expect(keeps(behaviour)).toBeDefined();
  });

  // With one answer for all keys, a wholesale shop's channel prices would be shown in the retail shop.
  it("caches the store's catalogue for each storefront's key separately, for a minute at most, and nothing marked no-store", () => {
    const { CachePolicyConfig } = keeps(behaviourOf("/api/store/products/a-mug"))!.props;
    const { ParametersInCacheKeyAndForwardedToOrigin: key, ...ttl } = CachePolicyConfig;
    expect(ttl).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 60 });
    expect(key).toMatchObject({
      HeadersConfig: { HeaderBehavior: "whitelist", Headers: ["Authorization"] },
      QueryStringsConfig: { QueryStringBehavior: "all" },
      CookiesConfig: { CookieBehavior: "none" },
      EnableAcceptEncodingGzip: true,
    });
  });

  // The local runtime says so of every answer; deployed, a browser could take an answer for another type than it has.
  it("lets browsers guess no type of any answer, nor ask for one without TLS", () => {
    for (const { operation } of routes) {
      const { SecurityHeadersConfig } = headersOf(behaviourOf(operation.path.replace(/\{\w+\}/g, "some-name")));
      expect(SecurityHeadersConfig).toMatchObject({
        ContentTypeOptions: { Override: true },
        StrictTransportSecurity: { IncludeSubdomains: false, Override: true },
      });
    }
  });

  it("caches no cart", () => {
    for (const path of ["/api/store/carts", "/api/store/carts/x", "/api/store/carts/x/lines"]) {
      expect([path, behaviourOf(path).CachePolicyId]).toEqual([path, keepsNothing]);
    }
  });

  // By default it caches errors for ten seconds: a 404 for a vendor's login would be shown to the owner, too.
  it("caches no error", () => {
    const kept = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];
    expect(CustomErrorResponses).toEqual(kept.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })));
  });
});
