import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import * as doctor from "#core/contract/doctor";
import * as order from "#core/contract/order";
import { expensiveQuery, invalidateApiQueries } from "../../web/api/hooks.ts";

// On a store of a million orders an examination takes seconds: were it begun anew behind every button, whoever packs
// parcels with Home open would keep the database at it all day.
it("asks again for what is on screen when something has been done, and leaves the doctor's examination", async () => {
  const client = new QueryClient();
  const [orders, examination] = [
    [order.list.name, {}],
    [doctor.examine.name, {}],
  ];
  const queryFn = () => "answered";
  await client.prefetchQuery({ queryKey: orders, queryFn });
  await client.prefetchQuery({ queryKey: examination, queryFn, ...expensiveQuery });
  await invalidateApiQueries(client);
  expect(client.getQueryState(orders)?.isInvalidated).toBe(true);
  expect(client.getQueryState(examination)?.isInvalidated).toBe(false);
  client.clear();
});
