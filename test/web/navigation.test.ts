import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { places } from "../../web/shell/navigation.ts";

const routes = readFileSync(join(import.meta.dirname, "..", "..", "web", "routes.tsx"), "utf8");

/** The screens of routes.tsx, as they are written there: a route keeps its right to itself. */
const screens = new Map(
  [...routes.matchAll(/screen\(\s*"([^"]+)",\s*(null|"[^"]+"),\s*"(open|closed)"/g)].map(([, path, right, vendor]) => [
    path,
    { right: JSON.parse(right!), vendor },
  ]),
);

describe("the navigation", () => {
  // A link that leads to a closed door, or a door that nobody is shown.
  it("asks for the same right as the screen that it leads to, and lets vendor logins as far", () => {
    expect(screens.size).toBe(routes.match(/\bscreen\(\s*"/g)?.length);
    for (const { to, right, vendor } of places) expect({ to, ...screens.get(to) }).toEqual({ to, right, vendor });
  });

  it("offers each screen once, each key once, and every screen that needs no more than its address", () => {
    const offered = places.map(({ to }) => to);
    const keys = places.flatMap(({ key }) => key ?? []);
    expect(new Set(offered).size).toBe(offered.length);
    expect(new Set(keys).size).toBe(keys.length);
    // These are reached from the lists that they belong to.
    const within = ["/orders/new", "/orders/picking", "/products/new", "/settings/webhooks/deliveries"];
    const whole = [...screens.keys()].filter((path) => !path?.includes("$") && !within.includes(path ?? ""));
    expect(whole.toSorted()).toEqual(offered.toSorted());
  });
});
