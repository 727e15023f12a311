/**
 * What the local runtime caches of the store's catalogue, like CloudFront for a deployed store: no further request
 * reaches the database.
 */
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Child } from "#local/child";
import { atOnce, keptAnswers, type Shared } from "#local/http/kept-answers";
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

  // Only full answers were cached: each such request read the database, and all but four at once waited for others.
  it("is cached also if all who ask for it have it", async () => {
    const etag = (await page(await shopsKey())).answer.headers.get("etag")!;
    const key = await shopsKey();
    const ask = async () => (await page(key, "", { "if-none-match": etag })).answer;
    const [first, again] = [await ask(), await ask()];
    expect([first.status, again.status]).toEqual([304, 304]);
    expect(again.headers.get("age")).not.toBeNull();
    expect((await page(key)).titles).toContain("Mug");
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

// The whole store's catalogue stood still for as long as one client did not send the byte that it had announced.
it("does not wait for the request of another client to arrive in full", async () => {
  const { hostname, port } = new URL(runtime.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const head = ["GET /api/openapi.json HTTP/1.1", `Host: ${hostname}`, "Accept-Encoding: identity"];
  socket.write(`${head.join("\r\n")}\r\nContent-Length: 1\r\n\r\n`);
  await pause(300);
  const headers = { "accept-encoding": "identity" };
  const answer = await fetch(`${runtime.url}/api/openapi.json`, { headers, signal: AbortSignal.timeout(60_000) });
  expect(answer.status).toBe(200);
});

describe("the cache", () => {
  const question = (target: string) => ({ target, authorization: "Bearer x", encoding: null });
  const answer = (control: string, statusCode = 200) => ({
    ...{ statusCode, headers: { "cache-control": control }, body: "x".repeat(1_000_000) },
  });
  /** Asks for it, and tells whether it had to be made. */
  const isMade = async (answered: ReturnType<typeof keptAnswers>, target: string, made = answer("no-store")) => {
    const make = vi.fn(async () => made);
    await answered(question(target), undefined, make);
    return make.mock.calls.length === 1;
  };

  // A client that keeps requesting new pages would fill the machine's memory.
  it("is bounded: the least recently used answer goes", async () => {
    const answered = keptAnswers();
    const targets = Array.from({ length: 100 }, (_, nth) => `/${nth}`);
    for (const target of targets) await isMade(answered, target, answer("public, max-age=60"));
    const gone: string[] = [];
    for (const target of targets) if (await isMade(answered, target)) gone.push(target);
    expect(gone).toContain("/0");
    expect(gone).not.toContain("/99");
    expect(gone.length).toBeGreaterThanOrEqual(84);
  });

  it.each([
    ["refusals", answer("public, max-age=60", 404)],
    ["what its handler does not allow", answer("no-store")],
  ])("does not hold %s", async (_, made) => {
    const answered = keptAnswers();
    await isMade(answered, "/", made);
    expect(await isMade(answered, "/")).toBe(true);
  });

  /** Fifty ask at once; the first of them gets `first`, the others `rest`. At most how many made it together, and in all. */
  async function fifty(first: () => Promise<Shared>, rest: Shared) {
    const answered = keptAnswers();
    let [all, now, most] = [0, 0, 0];
    const make = async () => {
      most = Math.max(most, ++now);
      try {
        const isFirst = all++ === 0;
        await pause(5);
        return await (isFirst ? first() : rest);
      } finally {
        now--;
      }
    };
    const asking = Array.from({ length: 50 }, () => answered(question("/"), undefined, make));
    const answers = await Promise.allSettled(asking);
    return { all, most, failed: answers.filter(({ status }) => status === "rejected").length };
  }

  // Those who waited for it all made it at once: the memory of fifty large answers.
  it("has it made by a few at a time until one may be kept", async () => {
    const failing = await fifty(() => Promise.reject(new Error("no database")), answer("public, max-age=60"));
    expect(failing).toEqual({ all: 1 + atOnce, most: atOnce, failed: 1 });
    const refused = await fifty(async () => answer("no-store", 503), answer("no-store", 503));
    expect(refused).toEqual({ all: 50, most: atOnce, failed: 0 });
  });
});
