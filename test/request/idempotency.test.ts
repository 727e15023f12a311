import { describe, expect, it, onTestFinished, vi } from "vitest";
import * as key from "#core/contract/key";
import * as order from "#core/contract/order";
import * as store from "#core/contract/store";
import * as vendor from "#core/contract/vendor";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { removeOldAnswers } from "#core/idempotency/remove-old";
import { within } from "#core/time-left";
import { auditMark, entriesSince } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { aKey } from "../support/given/given.ts";

const keyed = (value: string, as?: string) => ({ headers: { "idempotency-key": value }, ...(as && { as }) });
const mismatch = { status: 409, body: { error: { code: "idempotency.mismatch" } } };
const invalidKey = {
  status: 400,
  body: { error: { code: "request.invalid", detail: { issues: [{ path: "Idempotency-Key" }] } } },
};
const kept = (value: string) => db().execute(sql`select * from idempotency where key = ${value}`);
const vendorsNamed = async (name: string) =>
  (await call(vendor.list, { limit: 200 })).body.items.filter((item) => item.name === name);

describe("an Idempotency-Key", () => {
  // A client whose connection broke cannot know whether its request arrived: it sends it again with the same key.
  it("returns the first answer for a repeated request, and does nothing again", async () => {
    const mark = await auditMark();
    const first = await call(vendor.create, { name: "Once" }, keyed("k-once"));
    const again = await call(vendor.create, { name: "Once" }, keyed("k-once"));
    expect(first.headers).not.toHaveProperty("idempotent-replayed");
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { "idempotent-replayed": "true" } });
    expect(await vendorsNamed("Once")).toHaveLength(1);
    expect(await entriesSince(mark, "vendor.create")).toHaveLength(1);
  });

  it("ignores the order and the formatting of the fields", async () => {
    const body = (text: string) => call(vendor.create, { name: "" }, { ...keyed("k-spelling"), rawBody: text });
    const first = await body('{"name":"Same","email":"A@b.test"}');
    expect(await body('{ "email":"a@B.test" , "name":" Same " }')).toMatchObject({ status: 201, body: first.body });
  });

  it("is refused for another request: other fields, or another operation", async () => {
    await call(vendor.create, { name: "First use" }, keyed("k-other"));
    expect(await call(vendor.create, { name: "Second use" }, keyed("k-other"))).toMatchObject(mismatch);
    expect(await call(store.edit, { name: "First use" }, keyed("k-other"))).toMatchObject(mismatch);
    expect(await vendorsNamed("Second use")).toEqual([]);
  });

  it("belongs to its caller: the same key of someone else is another", async () => {
    const [one, other] = [await aKey(), await aKey()];
    const first = await call(vendor.create, { name: "Mine" }, keyed("k-mine", one));
    const second = await call(vendor.create, { name: "Mine" }, keyed("k-mine", other));
    expect(second.body.id).not.toBe(first.body.id);
    // Nor does it get the other's answer.
    expect((await call(vendor.create, { name: "Mine" }, keyed("k-mine", one))).body).toEqual(first.body);
  });

  // A double click, or a proxy that sends twice: the second one waits for the first one's commit.
  it("does the work once if several arrive at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call(vendor.create, { name: "Together" }, keyed("k-together"))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers["idempotent-replayed"])).toHaveLength(7);
    expect(await vendorsNamed("Together")).toHaveLength(1);
  });

  it("of a refused request is not recorded: once corrected, the request succeeds with the same key", async () => {
    const unknown = "ven_00000000000000000000000000" as const;
    expect(await call(vendor.edit, { id: unknown, name: "x" }, keyed("k-refused"))).toMatchObject({ status: 404 });
    expect(await kept("k-refused")).toEqual([]);
    expect(await call(vendor.create, { name: "Put right" }, keyed("k-refused"))).toMatchObject({ status: 201 });
  });

  // An answer with a secret is kept for 24 hours: in plain text, it would be the only place with readable keys.
  it("stores an answer with a secret encrypted, and still returns it again", async () => {
    const first = await call(key.create, { name: "Robot", role: "staff" }, keyed("k-secret"));
    const [row] = await kept("k-secret");
    expect(row!["answer"]).not.toContain("Robot");
    expect(JSON.stringify(row)).not.toContain(first.body.key.slice(4));
    const again = await call(key.create, { name: "Robot", role: "staff" }, keyed("k-secret"));
    expect(again.body).toEqual(first.body);
    expect(again.headers["idempotent-replayed"]).toBe("true");
  });

  it("can be reused after 24 hours, and its record is deleted then", async () => {
    const first = await call(vendor.create, { name: "Daily" }, keyed("k-daily"));
    const age = (hours: number) =>
      db().execute(
        sql`update idempotency set created_at = now() - make_interval(hours => ${hours}) where key = 'k-daily'`,
      );
    await age(23);
    expect(await removeOldAnswers(within(60_000))).toEqual({ idempotency: 0 });
    expect((await call(vendor.create, { name: "Daily" }, keyed("k-daily"))).body.id).toBe(first.body.id);
    await age(25);
    const [before] = await kept("k-daily");
    expect((await call(vendor.create, { name: "Daily, another" }, keyed("k-daily"))).status).toBe(201);
    // Whoever waits for the outcome of a repeated request waits for that of its own change.
    expect((await kept("k-daily"))[0]!["change_id"]).not.toBe(before!["change_id"]);
    await age(25);
    expect(await removeOldAnswers(within(60_000))).toEqual({ idempotency: 1 });
    expect(await kept("k-daily")).toEqual([]);
    expect(await removeOldAnswers(within(60_000))).toEqual({ idempotency: 0 });
  });

  // Two copies of this program run on two machines, and one of their clocks is wrong.
  it("is dated by the database's clock, not the process's", async () => {
    onTestFinished(() => void vi.useRealTimers());
    const first = await call(vendor.create, { name: "Timeless" }, keyed("k-clock"));
    for (const off of [25 * 3_600_000, -25 * 3_600_000]) {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + off });
      const again = await call(vendor.create, { name: "Timeless" }, keyed("k-clock"));
      expect(again).toMatchObject({ body: { id: first.body.id }, headers: { "idempotent-replayed": "true" } });
      vi.useRealTimers();
    }
    expect(await vendorsNamed("Timeless")).toHaveLength(1);
  });

  it("is 1 to 200 visible characters", async () => {
    for (const bad of ["", " ", "a b", "é", "x".repeat(201), "a\tb"]) {
      expect(await call(vendor.create, { name: "Badly keyed" }, keyed(bad)), bad).toMatchObject(invalidKey);
    }
    // An operation that keeps no answer looks at it too.
    expect(await call(order.sweepUnpaid, {}, keyed("a b"))).toMatchObject(invalidKey);
    expect(await vendorsNamed("Badly keyed")).toEqual([]);
    expect((await call(vendor.create, { name: "Well keyed" }, keyed("x".repeat(200)))).status).toBe(201);
  });
});
