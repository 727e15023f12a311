import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as exportApi from "#core/contract/export";
import { rightToImport } from "#core/contract/import";
import { navItemAt, navItems } from "../../web/shell/navigation.ts";

const routes = readFileSync(join(import.meta.dirname, "..", "..", "web", "routes.tsx"), "utf8");

/** The screens of routes.tsx, read from its source: a route does not expose its right. */
const screens = new Map(
  [...routes.matchAll(/screen\(\s*"([^"]+)",\s*(null|"[^"]+"),\s*"(open|closed)"/g)].map(([, path, right, vendor]) => [
    path,
    { right: JSON.parse(right!), vendor },
  ]),
);

describe("the navigation", () => {
  // Otherwise there is a link to a screen that refuses, or a screen without a link.
  it("requires the same right as the screen that it links to, and has the same access for vendor logins", () => {
    expect(screens.size).toBe(routes.match(/\bscreen\(\s*"/g)?.length);
    for (const { to, right, vendor } of navItems) expect({ to, ...screens.get(to) }).toEqual({ to, right, vendor });
  });

  // A clerk was led to a screen that said: your role cannot import or export anything.
  it("leads to the imports whoever may import or export something", () => {
    const rights = [...new Set([...Object.values(rightToImport), exportApi.create.right])];
    expect(navItems.find(({ to }) => to === "/settings/imports")?.oneOf?.toSorted()).toEqual(rights.toSorted());
  });

  it("has each screen once, each key once, and every screen whose path has no id", () => {
    const linked = navItems.map(({ to }) => to);
    const keys = navItems.flatMap(({ key }) => key ?? []);
    expect(new Set(linked).size).toBe(linked.length);
    expect(new Set(keys).size).toBe(keys.length);
    // These are linked from their lists.
    const subpages = [
      "/orders/new",
      "/orders/picking",
      "/orders/packing-slips",
      "/orders/labels",
      "/products/new",
      "/products/grid",
      "/products/labels",
      "/stock/shelf-labels",
      "/stock/count",
      "/stock/receive",
      "/settings/webhooks/deliveries",
      "/reports/orders",
      // In the user's own menu.
      "/settings/password",
    ];
    // Stock was folded up, and nothing said where one was.
    const ofStock = subpages.filter((path) => path.startsWith("/stock/"));
    for (const path of ofStock) expect(navItemAt(navItems, path)?.to).toBe("/stock/levels");
    const expected = [...screens.keys()].filter((path) => !path?.includes("$") && !subpages.includes(path ?? ""));
    expect(expected.toSorted()).toEqual(linked.toSorted());
  });
});
