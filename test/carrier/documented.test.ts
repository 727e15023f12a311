/** Compares the page about each carrier with its adapter's settings, and the table of carriers with the carriers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formOf } from "#core/provider/settings";
import { carrierAtWebhook, carrierOf, isCarrierCode, offeredCarriers } from "#core/shipping/carriers/index";
import { normalised } from "#core/shipping/carriers/words";

// The test carrier needs no account; test/shipping covers it.
const codes = offeredCarriers().filter((code) => code !== "testcarrier");
const withPages = codes.filter((code) => code !== "manual");

it("offers eleven carriers and manual shipping", () => {
  expect(codes.toSorted()).toEqual(
    "delhivery easypost easyship fedex indiapost manual nimbuspost sendcloud shippit shippo shiprocket shipstation".split(
      " ",
    ),
  );
  expect(isCarrierCode("toString")).toBe(false);
});

describe.each(codes)("%s", (code) => {
  it("is loaded by its code, and finds its webhook", async () => {
    const carrier = await carrierOf(code);
    expect(carrier.code).toBe(code);
    expect(carrierAtWebhook(carrier.webhookAlias ?? code)).toBe(code);
  });

  // A word in any other form would never be found.
  it("has its tracking words in the form used for lookups", async () => {
    for (const word of Object.keys((await carrierOf(code)).statuses)) expect(word).toBe(normalised(word));
  });

  it("says why if a label cannot be voided", async () => {
    const { book, void: voids, cannotVoid } = await carrierOf(code);
    expect(!!voids || !!cannotVoid).toBe(true);
    expect(!!book).toBe(code !== "manual");
  });
});

it("finds no webhook for an unknown carrier", () => {
  expect(["constructor", "ups"].map(carrierAtWebhook)).toEqual([undefined, undefined]);
});

// Shiprocket refuses URLs that contain any of these.
it("gives Shiprocket a URL that it accepts", () => {
  expect("/api/carriers/parcels1/webhook").not.toMatch(/shiprocket|kartrocket|sr|kr/);
});

describe.each(withPages)("docs/providers/%s.md", (code) => {
  const page = readFileSync(join(import.meta.dirname, `../../docs/providers/${code}.md`), "utf8");

  it("says of each setting where to find it", async () => {
    for (const { label } of formOf((await carrierOf(code)).settings)) expect(page).toContain(`| ${label} |`);
  });

  // Events that are not enabled there are never sent.
  it("names the webhook's URL, and exactly the events to enable", async () => {
    const { receives, webhookAlias } = await carrierOf(code);
    const there = page.slice(page.indexOf("## What to set at"), page.indexOf("## Limits"));
    const list = there.split("\n").filter((line) => line.startsWith("- `"));
    const named = list.flatMap((line) => [...line.matchAll(/`([\w.]+)`/g)].map(([, event]) => event));
    expect(named.toSorted()).toEqual([...(receives?.events ?? [])].toSorted());
    expect(there).toContain(`/api/carriers/${webhookAlias ?? code}/webhook`);
  });

  it("says what an unknown outcome means", () => {
    expect(page).toContain("## When the outcome is unknown");
  });
});

// What is known only from other programs, or from one sentence, must be marked as such.
it.each(["shiprocket", "delhivery", "nimbuspost", "indiapost", "shippo", "sendcloud", "shippit"])(
  "docs/providers/%s.md says what has not been tried on a real account",
  (code) => {
    const page = readFileSync(join(import.meta.dirname, `../../docs/providers/${code}.md`), "utf8");
    expect(page).toMatch(/^## Not proven\n\n- \S/m);
  },
);
