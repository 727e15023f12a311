import { QueryClient } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import * as doctorApi from "#core/contract/doctor";
import * as orderApi from "#core/contract/order";
import { callApi, isRetryable } from "../../web/api/api-client.ts";
import { expensiveQuery, invalidateApiQueries } from "../../web/api/hooks.ts";

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
