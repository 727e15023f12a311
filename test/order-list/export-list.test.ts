import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import { rightsAtFirst } from "#core/contract/rights";
import { auditMark, entriesSince } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { aKey } from "../support/given/given.ts";
import { roleHas } from "../support/given/people.ts";

describe("order.exportList", () => {
  // When the customers' addresses turn up somewhere, the first question is who took them out of the store.
  it("leaves who took which orders out of the store in the audit", async () => {
    const mark = await auditMark();
    const asked = { status: ["shipped" as const], from: "2026-09-01T00:00:00.000Z", q: "asha" };
    expect(await call(order.exportList, asked)).toMatchObject({ status: 200, body: {} });
    expect(await entriesSince(mark)).toMatchObject([
      { action: "order.exportList", actorKind: "key", subjectType: "store", before: null, after: asked },
    ]);
  });

  it("is for those with the right to export, and leaves nothing when it is refused", async () => {
    const as = await aKey({ role: "manager" });
    const mark = await auditMark();
    expect(await call(order.exportList, {}, { as })).toMatchObject({
      status: 403,
      body: { error: { code: "right.missing", detail: { right: "data.export" } } },
    });
    expect(await entriesSince(mark)).toEqual([]);
    await roleHas("manager", [...rightsAtFirst("manager"), "data.export"]);
    expect(await call(order.exportList, {}, { as })).toMatchObject({ status: 200 });
  });
});
