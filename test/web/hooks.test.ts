import { globSync, readFileSync } from "node:fs";
import { focusManager, QueryClient } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import * as doctorApi from "#core/contract/doctor";
import { asSent } from "#core/contract/kit/operation";
import * as orderApi from "#core/contract/order";
import * as productApi from "#core/contract/product";
import * as variantApi from "#core/contract/variant";
import { callApi, isRetryable } from "../../web/api/api-client.ts";
import { callPatiently } from "../../web/api/call-patiently.ts";
import { fetchByIds, idsMax } from "../../web/api/fetch-by-ids.ts";
import { expensiveQuery, invalidateApiQueries, pollApiQueries } from "../../web/api/hooks.ts";
import { noteOwnVersion, ownVersion } from "../../web/api/own-versions.ts";

// In a store with a million orders the doctor's checks take seconds. If every button ran them again, one clerk who
// packs parcels with Home open would keep the database busy all day.
it("fetches the queries on screen again after a mutation, but does not run the doctor's checks again", async () => {
  const client = new QueryClient();
  const [orders, examination] = [
    [orderApi.list.name, {}],
    [doctorApi.examine.name, {}],
  ];
  const queryFn = () => "answered";
  await client.prefetchQuery({ queryKey: orders, queryFn });
  await client.prefetchQuery({ queryKey: examination, queryFn, ...expensiveQuery });
  await invalidateApiQueries(client);
  expect(client.getQueryState(orders)?.isInvalidated).toBe(true);
  expect(client.getQueryState(examination)?.isInvalidated).toBe(false);
  client.clear();
});

// The page of a removed endpoint asked for it once more before it was left, and the console showed a 404.
it("does not poll during a mutation or in a background tab", async () => {
  const client = new QueryClient();
  const queryKey = [orderApi.list.name, {}];
  const isPolled = () => {
    pollApiQueries(client, [orderApi.list.name]);
    return client.getQueryState(queryKey)?.isInvalidated;
  };
  await client.prefetchQuery({ queryKey, queryFn: () => "answered" });
  const { promise, resolve } = Promise.withResolvers<void>();
  const mutation = client.getMutationCache().build(client, { mutationFn: () => promise });
  const done = mutation.execute(undefined);
  expect(isPolled()).toBe(false);
  resolve();
  await done;
  focusManager.setFocused(false);
  expect(isPolled()).toBe(false);
  focusManager.setFocused(undefined);
  expect(isPolled()).toBe(true);
  client.clear();
});

// A hotel's network answers with its own page, and with 200. A form that accepted it as an answer crashed and lost its
// input, and the same order was placed again when it was resubmitted.
it.each([
  [200, "<html><body>Welcome to our Wi-Fi</body></html>"],
  [200, ""],
  [502, '{"error":"Bad gateway"}'],
  [429, '{"message":"Too Many Requests"}'],
  [504, "null"],
])("treats a foreign %i as a network fault, and the request may be sent again: %s", async (status, body) => {
  vi.stubGlobal("fetch", async () => new Response(body, { status }));
  try {
    const error = await callApi(orderApi.list, {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "unexpected", message: expect.stringContaining("unexpected response") });
    expect(isRetryable(error)).toBe(true);
  } finally {
    vi.unstubAllGlobals();
  }
});

// Of two hundred orders marked as paid over a weak network, some were "not reachable", and stayed as they were.
it("sends one change of many again if no answer comes, as the same change, and not if it is refused", async () => {
  const keys: (string | null)[] = [];
  const refusal = { error: { code: "order.unknown", message: "", requestId: "1" } };
  const answers = [null, new Response("<html>", { status: 502 }), new Response('{"id":"1"}')];
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: Headers }) => {
    keys.push(headers.get("idempotency-key"));
    const answer = answers.length > 0 ? answers.shift() : new Response(JSON.stringify(refusal), { status: 404 });
    if (!answer) throw new TypeError("no network");
    return answer;
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const id = "ord_1" as const;
    const paid = callPatiently(orderApi.cancel, { id });
    await vi.runAllTimersAsync();
    expect(await paid).toEqual({ id: "1" });
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
    await expect(callPatiently(orderApi.cancel, { id })).rejects.toMatchObject({ code: "order.unknown" });
    expect(keys).toHaveLength(4);
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});

// The two hundred and first group, colleague or endpoint could not be chosen anywhere.
it("fetches the lists behind choices whole", () => {
  const files = globSync("web/**/*.{ts,tsx}").filter((file) =>
    /useApiQuery\([^)]*\.list\w*, \{ limit: 200 \}/.test(readFileSync(file, "utf8")),
  );
  expect(files).toEqual([]);
});

// The third of several quick saves was refused if the screen had fetched a version between them.
it("saves on top of one's own changes, whichever of their versions the screen has fetched", () => {
  const list = { id: "plst_1" };
  const saved = (version: number) => ({ ...list, version });
  noteOwnVersion(list, 1, saved(2));
  noteOwnVersion(list, 2, saved(3));
  expect(ownVersion(list, 1)).toBe(3);
  expect(ownVersion(list, 2)).toBe(3);
  expect(ownVersion(list, 3)).toBe(3);
  // A later one was made by someone else, and is on screen.
  expect(ownVersion(list, 4)).toBe(4);
  expect(ownVersion({ id: "plst_2" }, 1)).toBe(1);
});

// Whoever put products on sale and archived them at once was told that someone else had changed each of them.
it("saves on top of what this tab has saved in any way, until everything has been fetched again", async () => {
  const sent: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: Headers }) => {
    sent.push(headers.get("if-match"));
    return Response.json({ id: "prd_1", version: sent.length + 1 });
  });
  try {
    const id = "prd_1" as const;
    await callPatiently(productApi.edit, { id, status: "active" }, { version: 1 });
    await callPatiently(productApi.edit, { id, status: "archived" }, { version: 1 });
    // Undo, on top of the answer's version; the rows on screen are still those before.
    await callApi(productApi.edit, { id, status: "active" }, { version: 3 });
    await callApi(productApi.edit, { id, status: "draft" }, { version: 1 });
    expect(sent).toEqual(['"1"', '"2"', '"3"', '"4"']);
    await invalidateApiQueries(new QueryClient());
    await callApi(productApi.edit, { id, status: "draft" }, { version: 1 });
    expect(sent.at(-1)).toBe('"1"');
  } finally {
    vi.unstubAllGlobals();
  }
});

// A CDN refuses a URL of more than 8,192 bytes: the labels and the grid of 200 products could not be opened.
it("asks for the rows of many ids in several requests", async () => {
  const ids = Array.from({ length: variantApi.chosenMax }, (_, nth) => `prd_${String(nth).padStart(26, "0")}` as const);
  const targets: string[] = [];
  const rows = await fetchByIds(ids, async (productIds) => {
    targets.push(asSent(variantApi.list, { productIds, limit: 200 }).target);
    return productIds;
  });
  expect(rows).toEqual(ids);
  expect(Math.max(...targets.map(({ length }) => length))).toBeLessThan(8_000);
});

// The most rows were asked for with each part of the ids: there could be twice as many, and the page named the first ones.
it("stops at the most rows of many ids that are wanted", async () => {
  const ids = Array.from({ length: idsMax * 3 }, (_, nth) => nth);
  const wanted: number[] = [];
  const rows = await fetchByIds(
    ids,
    async (part, rowsMax) => {
      wanted.push(rowsMax);
      return part.slice(0, rowsMax);
    },
    idsMax + 1,
  );
  expect(rows).toEqual(ids.slice(0, idsMax + 1));
  expect(wanted).toEqual([idsMax + 1, 1]);
});
