/** A variant's bin at a location. */
import { expect, it } from "vitest";
import * as audit from "#core/contract/audit";
import * as location from "#core/contract/location";
import * as stock from "#core/contract/stock";
import { call } from "../support/call.ts";
import { aStocklessVariant, aStockroom, aVariantInStock } from "../support/given/stock.ts";

const stockOf = async (id: Awaited<ReturnType<typeof aVariantInStock>>["variantId"]) =>
  (await call(stock.read, { id })).body;

it("is saved with the stock level, shown with it, and removed again", async () => {
  const { variantId: id, locationId } = await aVariantInStock(5);
  expect(await call(stock.setBin, { id, locationId, bin: "A-03-2" })).toMatchObject({
    status: 200,
    body: { variantId: id, locationId, bin: "A-03-2" },
  });
  expect(await stockOf(id)).toMatchObject({ onHand: 5, locations: [{ locationId, bin: "A-03-2", onHand: 5 }] });
  await call(stock.setBin, { id, locationId, bin: null });
  expect((await stockOf(id)).locations).toMatchObject([{ bin: null }]);
  const { items } = (await call(audit.list, { subjectId: id, action: "stock.setBin" })).body;
  expect(items.map(({ before, after }) => [before, after])).toEqual([
    [{ bin: "A-03-2" }, { locationId, bin: null }],
    [{ bin: null }, { locationId, bin: "A-03-2" }],
  ]);
});

it("is recorded once, however often it is set", async () => {
  const { variantId: id, locationId } = await aVariantInStock(5);
  for (const bin of ["A-1", "A-1", null, null]) {
    expect(await call(stock.setBin, { id, locationId, bin })).toMatchObject({ status: 200, body: { bin } });
  }
  expect((await call(audit.list, { subjectId: id, action: "stock.setBin" })).body.items).toHaveLength(2);
});

// The shelf is labelled before the goods arrive.
it("can be set before there is any stock", async () => {
  const [id, locationId] = [await aStocklessVariant(), await aStockroom()];
  expect(await call(stock.setBin, { id, locationId, bin: "B-1" })).toMatchObject({ status: 200 });
  expect(await stockOf(id)).toMatchObject({ onHand: 0, locations: [{ bin: "B-1", onHand: 0 }] });
});

it("is refused for an unknown variant or location, and for a closed location", async () => {
  const { variantId: id, locationId } = await aVariantInStock(1);
  const none = { variant: "var_00000000000000000000000000", location: "loc_00000000000000000000000000" } as const;
  const code = async (input: Parameters<typeof call<typeof stock.setBin>>[1]) =>
    (await call(stock.setBin, input)).body.error?.code;
  expect(await code({ id: none.variant, locationId, bin: "A" })).toBe("variant.unknown");
  expect(await code({ id, locationId: none.location, bin: "A" })).toBe("location.unknown");
  const closed = await aStockroom();
  await call(location.edit, { id: closed, active: false });
  expect(await code({ id, locationId: closed, bin: "A" })).toBe("location.closed");
  expect(await call(stock.setBin, { id, locationId, bin: "" })).toMatchObject({ status: 400 });
});
