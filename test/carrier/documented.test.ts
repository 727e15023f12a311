/** The page about each carrier, held against what its adapter wants; and the table of carriers against the carriers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formOf } from "#core/provider/settings";
import { carrierAtWebhook, carrierOf, isCarrierCode, offeredCarriers } from "#core/shipping/carriers/index";
import { spoken } from "#core/shipping/carriers/words";

// The test carrier is nobody's account: it is tried by test/shipping.
const codes = offeredCarriers().filter((code) => code !== "testcarrier");
const withPages = codes.filter((code) => code !== "manual");

it("offers eleven carriers and shipping by hand", () => {
  expect(codes.toSorted()).toEqual(
    "delhivery easypost easyship fedex indiapost manual nimbuspost sendcloud shippit shippo shiprocket shipstation".split(
      " ",
    ),
  );
  expect(isCarrierCode("toString")).toBe(false);
});

describe.each(codes)("%s", (code) => {
  it("is loaded by its own code, and finds its webhook", async () => {
    const carrier = await carrierOf(code);
    expect(carrier.code).toBe(code);
    expect(carrierAtWebhook(carrier.webhookAlias ?? code)).toBe(code);
  });

  // A word in any other form is never found.
  it("has its words in the form in which they are looked for", async () => {
    for (const word of Object.keys((await carrierOf(code)).statuses)) expect(word).toBe(spoken(word));
  });

  it("says why where a label cannot be voided", async () => {
    const { book, void: voids, cannotVoid } = await carrierOf(code);
    expect(!!voids || !!cannotVoid).toBe(true);
    expect(!!book).toBe(code !== "manual");
  });
});

it("finds no webhook where there is no carrier", () => {
  expect(["constructor", "ups"].map(carrierAtWebhook)).toEqual([undefined, undefined]);
});

// Shiprocket refuses to call an address with any of these in it.
it("gives Shiprocket an address that it accepts", () => {
  expect("/api/carriers/parcels1/webhook").not.toMatch(/shiprocket|kartrocket|sr|kr/);
});

describe.each(withPages)("docs/providers/%s.md", (code) => {
  const page = readFileSync(join(import.meta.dirname, `../../docs/providers/${code}.md`), "utf8");

  it("says of each setting where to find it", async () => {
    for (const { label } of formOf((await carrierOf(code)).settings)) expect(page).toContain(`| ${label} |`);
  });

  // One that is not switched on there is never told to us.
  it("names the webhook's address, and each event to switch on and no other", async () => {
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

// What is known from other programs alone, or from one sentence: whoever relies on it should know that.
it.each(["shiprocket", "delhivery", "nimbuspost", "indiapost", "shippo", "sendcloud", "shippit"])(
  "docs/providers/%s.md says what nobody has tried on a real account",
  (code) => {
    const page = readFileSync(join(import.meta.dirname, `../../docs/providers/${code}.md`), "utf8");
    expect(page).toMatch(/^## Not proven\n\n- \S/m);
  },
);
