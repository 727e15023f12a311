import { expect, it, onTestFinished, vi } from "vitest";
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

// A minute later, an endpoint that had begun to fail still looked healthy.
it("is recorded within about a second while its deliveries go on, and not with each of them", async () => {
  const { id } = await anEndpoint("http://127.0.0.1:9/");
  const failures = async () =>
    (await db().$client`select failures_in_a_row from webhook_endpoints where id = ${id}`)[0]!["failures_in_a_row"];
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const health = tally(async () => 0);
  const of = { id: "whd_1", part: "evt_1", claimId: "1", endpointId: id, attempts: 1, at: "", lane: "fast" } as const;
  health.add({ of, status: 500, error: "http_500", ms: 5 });
  clock.mockReturnValue(900);
  await health.writeNowAndThen();
  expect(await failures()).toBe(0);
  clock.mockReturnValue(1_100);
  await health.writeNowAndThen();
  expect(await failures()).toBe(1);
});
