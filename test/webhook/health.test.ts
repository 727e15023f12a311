import { expect, it } from "vitest";
import { db } from "#core/db/client";
import { tally } from "#core/webhook/health";
import { anEndpoint } from "../support/given/webhooks.ts";
import { linesLogged } from "../support/logged.ts";

// PostgreSQL refuses real numbers this small as "out of range", and an endpoint that had been well for a day no longer
// had a recorded health.
it.each([
  { attempts: 5_000, before: 1 },
  { attempts: 1_000, before: 1e-30 },
])("is recorded after $attempts successes, from a slow share of $before", async ({ attempts, before }) => {
  const { id } = await anEndpoint("http://127.0.0.1:9/");
  await db().$client`update webhook_endpoints set slow_share = ${before}, failures_in_a_row = 3 where id = ${id}`;
  const health = tally(async () => 0);
  const of = { id: "whd_1", part: "evt_1", claimId: "1", endpointId: id, attempts: 1, at: "", lane: "fast" } as const;
  for (let nth = 0; nth < attempts; nth++) health.add({ of, status: 200, error: null, ms: 5 });
  const lines = linesLogged();
  await health.write();
  expect(lines).toEqual([]);
  const [row] = await db().$client`select slow_share, failures_in_a_row from webhook_endpoints where id = ${id}`;
  expect(row!["slow_share"]).toBeLessThan(0.001);
  expect(row!["failures_in_a_row"]).toBe(0);
});
