import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import * as doctorApi from "#core/contract/doctor";
import * as orderApi from "#core/contract/order";
import { expensiveQuery, invalidateApiQueries } from "../../web/api/hooks.ts";

// In a store with a million orders the doctor's checks take seconds. If every button ran them again, one clerk who packs
// parcels with Home open would keep the database busy all day.
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
