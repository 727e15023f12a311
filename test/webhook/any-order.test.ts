import { describe, expect, it } from "vitest";
import { db } from "#core/db/client";
import { attemptsMax } from "#core/webhook/backoff";
import { type Claimed, deliveryLease, type Outcome } from "#core/webhook/delivery-lease";
import { fanOut } from "#core/webhook/fan-out";
import { anEndpoint, rowsOf, someEvents, timePasses } from "../support/given/webhooks.ts";
import fc from "../support/harness/properties.ts";

const { claim, record } = deliveryLease;

/** What happens to a row once it is claimed. */
const fate = fc.constantFrom(
  "delivered",
  "failed",
  // The sender dies before the POST, or after a 2xx that it can no longer record.
  "dies first",
  "dies after 2xx",
  // The sender is stopped for minutes and records when it continues.
  "delivered, recorded late",
  "failed, recorded late",
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("work" as const), fates: fc.array(fate, { minLength: 1, maxLength: 6 }) }),
  },
  { weight: 6, arbitrary: fc.constant({ kind: "time passes" as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: "event again" as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: "late records" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "record twice" as const }) },
);

describe("any order of crashes, duplicates and delays", () => {
  // The general guarantee, of which all individual failures are cases.
  it("leaves every row delivered or dead, delivered if a 2xx arrived in time, and makes at most twelve attempts", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.constantFrom("delivered" as const, "failed" as const),
        async (steps, end) => {
          await db().$client`delete from webhook_endpoints`;
          const endpoints = [await anEndpoint("http://127.0.0.1:9/a"), await anEndpoint("http://127.0.0.1:9/b")];
          const events = await someEvents(3);
          const posts = new Map<string, number>();
          const accepted = new Set<string>();
          const late: Outcome[] = [];
          let last: Outcome[] = [];
          await fanOut(events);

          const work = async (fates: readonly string[]) => {
            const takes = endpoints.flatMap(({ id }) =>
              (["first", "again"] as const).map((turn) => ({ endpointId: id, turn, most: 2 })),
            );
            const outcomes: Outcome[] = [];
            for (const [nth, row] of (await claim(takes)).entries()) {
              const what = fates[nth % fates.length]!;
              if (what === "dies first") continue;
              posts.set(row.id, (posts.get(row.id) ?? 0) + 1);
              const good = what.startsWith("delivered") || what === "dies after 2xx";
              if (good) accepted.add(row.id);
              if (what === "dies after 2xx") continue;
              const outcome = outcomeOf(row, good);
              if (what.endsWith("late")) late.push(outcome);
              else outcomes.push(outcome);
            }
            if (outcomes.length > 0) await record(outcomes);
            last = outcomes;
          };
          for (const { kind, ...rest } of steps) {
            if (kind === "work" && "fates" in rest) await work(rest.fates);
            else if (kind === "time passes") await timePasses();
            else if (kind === "event again") await fanOut(events);
            else if (kind === "late records" && late.length > 0) await record(late.splice(0));
            else if (kind === "record twice" && last.length > 0) await record(last);
          }
          for (let round = 0; round < 100 && (await waiting()) > 0; round++) {
            await timePasses();
            await work([end]);
          }
          if (late.length > 0) await record(late);

          const rows = (await Promise.all(endpoints.map(({ id }) => rowsOf(id)))).flat();
          expect(rows).toHaveLength(6);
          for (const { id, status, attempts } of rows) {
            expect(["delivered", "dead"]).toContain(status);
            if (accepted.has(id) && attempts < attemptsMax) expect(status).toBe("delivered");
            if (status === "delivered") expect(accepted).toContain(id);
            expect(posts.get(id) ?? 0).toBeLessThanOrEqual(attemptsMax);
          }
        },
      ),
      { numRuns: 40 },
    );
  }, 120_000);
});

const outcomeOf = (of: Claimed, good: boolean): Outcome =>
  good ? { of, status: 200, error: null, ms: 1 } : { of, status: 500, error: "http_500", ms: 1 };

async function waiting(): Promise<number> {
  const [row] = await db().$client`select count(*)::int as count from webhook_deliveries where status = 'pending'`;
  return row!["count"];
}
