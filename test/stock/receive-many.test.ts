import { afterAll, describe, expect, it } from "vitest";
import { auditEntries } from "#core/audit/audit.table";
import type { Id } from "#core/contract/kit/fields";
import type { Asked } from "#core/contract/kit/operation";
import * as stock from "#core/contract/stock";
import { db } from "#core/db/client";
import { and, eq } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { allocationOf, anAllocation } from "../support/given/allocations.ts";
import { aStockroom, aVariantInStock, closes, expectStockToAddUp, stockLevelAt } from "../support/given/stock.ts";

afterAll(expectStockToAddUp);

const auditOf = (variantId: Id<"variant">) =>
  db()
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectId, variantId), eq(auditEntries.action, "stock.receiveMany")));

describe("stock.receiveMany", () => {
  it("receives all lines in one change, those of one variant added up, and serves who waits for them", async () => {
    const mug = await aVariantInStock(5);
    const bowl = await aVariantInStock(0, { continueSelling: true });
    const { locationId } = mug;
    const waiting = await anAllocation(bowl.variantId, 3);
    const answer = await call(stock.receiveMany, {
      locationId,
      lines: [
        { variantId: mug.variantId, quantity: 2 },
        { variantId: bowl.variantId, quantity: 4 },
        { variantId: mug.variantId, quantity: 1 },
      ],
      reason: "Delivery note 7",
    });
    const served = [{ lineId: waiting.lineId, quantity: 3 }];
    expect(answer).toMatchObject({
      status: 200,
      body: {
        levels: [
          { variantId: mug.variantId, locationId, onHand: 8, available: 8 },
          { variantId: bowl.variantId, locationId, onHand: 4, available: 1 },
        ],
        served,
      },
    });
    const entries = await call(stock.movements, { locationId, kind: ["receive", "opening"] });
    const [ofBowl, ofMug] = entries.body.items;
    expect(ofMug).toMatchObject({ variantId: mug.variantId, kind: "receive", change: { onHand: 3 } });
    expect(ofBowl).toMatchObject({ variantId: bowl.variantId, kind: "opening", reason: "Delivery note 7" });
    expect(ofBowl?.changeId).toBe(ofMug?.changeId);
    const [audited] = await auditOf(mug.variantId);
    expect(audited).toMatchObject({
      before: { onHand: 5 },
      after: { onHand: 8, locationId, reason: "Delivery note 7" },
    });
    expect(audited?.after).not.toHaveProperty("served");
    expect(await auditOf(bowl.variantId)).toMatchObject([{ before: { onHand: 0 }, after: { onHand: 4, served } }]);
    expect(await allocationOf(waiting)).toMatchObject({ backordered: 0 });
  });

  it("receives nothing if one line or the location is refused", async () => {
    const place = await aVariantInStock(5);
    const { variantId, locationId } = place;
    const closed = await aStockroom();
    await closes(closed);
    const unknown = "var_00000000000000000000000000" as const;
    const untracked = await aVariantInStock(0, { trackStock: false });
    const line = { variantId, quantity: 1 };
    const refusalOf = async (input: Asked<typeof stock.receiveMany>) =>
      (await call(stock.receiveMany, input)).body as unknown;
    const refusal = (code: string) => ({ error: { code } });
    const withLine = (id: Id<"variant">) => ({ locationId, lines: [line, { variantId: id, quantity: 1 }] });
    expect(await refusalOf(withLine(unknown))).toMatchObject(refusal("variant.unknown"));
    expect(await refusalOf(withLine(untracked.variantId))).toMatchObject(refusal("stock.untracked"));
    expect(await refusalOf({ locationId: closed, lines: [line] })).toMatchObject(refusal("location.closed"));
    expect(await refusalOf({ locationId, lines: [] })).toMatchObject(refusal("request.invalid"));
    expect(await refusalOf({ locationId, lines: Array.from({ length: 201 }, () => line) })).toMatchObject(
      refusal("request.invalid"),
    );
    expect(await stockLevelAt(place)).toMatchObject({ onHand: 5 });
  });

  it("takes deliveries of the same variants at the same time, in whatever order their lines are", async () => {
    const [one, other] = [await aVariantInStock(0), await aVariantInStock(0)];
    const lines = [one, other].map(({ variantId }) => ({ variantId, quantity: 1 }));
    const { locationId } = one;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, nth) =>
        call(stock.receiveMany, { locationId, lines: nth % 2 ? lines : lines.toReversed() }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const { variantId } of [one, other])
      expect(await stockLevelAt({ variantId, locationId })).toMatchObject({ onHand: 8 });
  });
});
