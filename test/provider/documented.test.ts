/** The page about each provider, compared with its adapter. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gatewayOf } from "#core/payment/gateways/index";
import { formOf } from "#core/provider/settings";

describe.each(["stripe", "razorpay", "paypal", "chargebee"] as const)("docs/providers/%s.md", (code) => {
  const page = readFileSync(join(import.meta.dirname, `../../docs/providers/${code}.md`), "utf8");

  it("says for each setting where to find it", async () => {
    for (const { label } of formOf((await gatewayOf(code)).settings)) expect(page).toContain(label);
  });

  // Events that are not enabled there are never sent to us.
  it("names the webhook's address, and exactly the events to enable", async () => {
    const { receives } = await gatewayOf(code);
    const list = page
      .split("\n")
      .filter((line) => line.startsWith("- `"))
      .join("\n");
    const named = [...list.matchAll(/`([\w.]+)`/g)].map(([, event]) => event);
    expect(named.toSorted()).toEqual(receives?.events.toSorted());
    expect(page).toContain(`/api/gateways/${code}/webhook`);
  });

  it("says what an unknown outcome means", () => {
    expect(page).toContain("## When the outcome is unknown");
  });
});
