/**
 * What the local runtime caches of the store's catalogue, like CloudFront for a deployed store: no further request
 * reaches the database.
 */
import { beforeAll, describe, expect, it } from "vitest";
import type { Child } from "#local/child";
import { keptAnswers } from "#local/kept-answers";
import { aRuntime, signedIn } from "../support/harness/runtime.ts";

let runtime: Child;
let ask: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  runtime = await aRuntime();
  ask = await signedIn(runtime);
}, 120_000);

const aProduct = (title: string) => ({ title, status: "active", variants: [{ sku: title, priceMinor: 100 }] });

const shopsKey = async () =>
  (await ask<{ key: string }>("POST", "/api/admin/api-keys", { name: "shop", role: "staff", storefront: true })).key;

async function aCartsToken(key: string) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const made = await fetch(`${runtime.url}/api/store/carts`, { method: "POST", headers, body: "{}" });
  return ((await made.json()) as { token: string }).token;
}

async function page(key: string, query = "", headers: Record<string, string> = {}) {
  const answer = await fetch(`${runtime.url}/api/store/products?limit=24${query}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  const body = answer.status === 200 ? ((await answer.json()) as { items: { title: string }[] }) : null;
  return { answer, titles: body?.items.map(({ title }) => title) };
}

describe("the catalogue of the store API", () => {
  it("is cached for a minute for each key and query, but not with a cart's prices", async () => {
    const [retail, wholesale] = [await shopsKey(), await shopsKey()];
    const first = await page(retail);
    expect([first.answer.status, first.titles]).toEqual([200, []]);
    expect(first.answer.headers.get("vary")).toContain("authorization");
    await ask("POST", "/api/admin/products", aProduct("Mug"));
    const again = await page(retail);
    expect(again.titles).toEqual([]);
    expect(Number(again.answer.headers.get("age"))).toBeLessThanOrEqual(60);
    expect(again.answer.headers.get("etag")).toBe(first.answer.headers.get("etag"));
    expect((await page(wholesale)).titles).toEqual(["Mug"]);
    expect((await page(retail, "&q=Mu")).titles).toEqual(["Mug"]);
    const token = await aCartsToken(retail);
    const ofCart = () => page(retail, `&cart=${token}`);
    expect((await ofCart()).titles).toEqual(["Mug"]);
    await ask("POST", "/api/admin/products", aProduct("Bowl"));
    expect((await ofCart()).titles).toEqual(["Bowl", "Mug"]);
  });

  it("is not sent again to a client that has it", async () => {
    const key = await shopsKey();
    const etag = (await page(key)).answer.headers.get("etag")!;
    const { answer } = await page(key, "", { "if-none-match": etag });
    expect([answer.status, await answer.text()]).toEqual([304, ""]);
  });

  it("is not shown for a wrong key", async () => {
    await page(await shopsKey());
    expect((await page("qm_nobody")).answer.status).toBe(401);
    expect((await fetch(`${runtime.url}/api/store/products?limit=24`)).status).toBe(401);
  });
});

// Written and compressed anew each time, it took fifty milliseconds of a processor, and anyone may ask.
it.each(["/api/openapi.json", "/api/docs"])("%s is cached, once for each encoding", async (path) => {
  const ask = (encoding: string) => fetch(runtime.url + path, { headers: { "accept-encoding": encoding } });
  const first = await ask("br");
  expect([first.status, first.headers.get("age")]).toEqual([200, null]);
  const others = await Promise.all(["br", "br;q=0.5", "br, gzip;q=0.1"].map(ask));
  expect(others.map(({ headers }) => headers.get("age"))).toEqual(["0", "0", "0"]);
  expect(await others[0]!.text()).toBe(await first.text());
});

// Each was written anew, as long as the first was not cached: a few hundred of them took all memory.
it("is written once for all who ask for it at the same moment", async () => {
  const ask = () => fetch(`${runtime.url}/api/openapi.json`, { headers: { "accept-encoding": "gzip" } });
  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const ages = answers.map(({ headers }) => headers.get("age"));
  expect(ages.filter((age) => age === null)).toHaveLength(1);
});

describe("the cache", () => {
  const question = (target: string) => ({ target, authorization: "Bearer x", encoding: null });
  const answer = (control: string, statusCode = 200) => ({
    ...{ statusCode, headers: { "cache-control": control }, body: "x".repeat(1_000_000) },
  });

  // A client that keeps requesting new pages would fill the machine's memory.
  it("is bounded: the least recently used answer goes", () => {
    const kept = keptAnswers();
    for (let nth = 0; nth < 100; nth++) kept.keep(question(`/${nth}`), answer("public, max-age=60"));
    expect(kept.find(question("/0"), undefined)).toBeNull();
    expect(kept.find(question("/99"), undefined)).toMatchObject({ statusCode: 200 });
    const there = Array.from({ length: 100 }, (_, nth) => kept.find(question(`/${nth}`), undefined));
    expect(there.filter((one) => one !== null).length).toBeLessThanOrEqual(16);
  });

  it("holds no refusals, and nothing that its handler does not allow", () => {
    const kept = keptAnswers();
    kept.keep(question("/none"), answer("no-store"));
    kept.keep(question("/gone"), answer("public, max-age=60", 404));
    expect([kept.find(question("/none"), undefined), kept.find(question("/gone"), undefined)]).toEqual([null, null]);
  });
});
