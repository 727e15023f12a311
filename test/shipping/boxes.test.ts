/**
 * The boxes that parcels are packed in: one of them is the default, and packed parcels keep their box's measurements.
 */

import { beforeEach, expect, it } from "vitest";
import * as box from "#core/contract/box";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { aBox, aCarrier, anOrderToSend, book } from "../support/given/carriers.ts";
import { makeCalls, orderNow } from "../support/given/gateways.ts";
import { nothingChanged } from "../support/given/orders.ts";
import { ship } from "../support/given/parcels.ts";

beforeEach(() => db().execute(sql`delete from boxes`));

const listed = async () =>
  (await call(box.list, {})).body.items.map(({ name, isDefault }) => `${name}${isDefault ? ", default" : ""}`);

it("the first is the default, until another becomes it", async () => {
  await aBox({ name: "Large" });
  const small = await aBox({ name: "Small" });
  await aBox({ name: "Flat" });
  expect(await listed()).toEqual(["Large, default", "Flat", "Small"]);
  expect((await call(box.edit, { id: small.id, isDefault: true })).status).toBe(200);
  expect(await listed()).toEqual(["Small, default", "Flat", "Large"]);
  await aBox({ name: "Newest", isDefault: true });
  expect((await listed())[0]).toBe("Newest, default");
  expect((await entriesAbout(small.id)).map(({ action }) => action)).toContain("box.edit");
});

// Two defaults, or none, would change the weight of every parcel that no one has weighed.
it("there is one default, even if many become it at once", async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => aBox()));
  await Promise.all(made.map(({ id }) => call(box.edit, { id, isDefault: true })));
  expect((await listed()).filter((name) => name.endsWith("default"))).toHaveLength(1);
});

it("the default can be neither unset nor removed while there is another", async () => {
  const [first, other] = [await aBox({ name: "First" }), await aBox({ name: "Other" })];
  await nothingChanged(async () => {
    expect((await call(box.edit, { id: first.id, isDefault: false })).body.error?.code).toBe("box.default");
    expect((await call(box.remove, { id: first.id })).body.error?.code).toBe("box.default");
  });
  expect((await call(box.remove, { id: other.id })).status).toBe(200);
  expect((await call(box.remove, { id: first.id })).status).toBe(200);
  expect(await listed()).toEqual([]);
  expect((await call(box.remove, { id: first.id })).body.error?.code).toBe("box.unknown");
});

it.each([
  ["no length", { lengthMm: 0 }, "request.invalid"],
  ["a length longer than ten metres", { heightMm: 10_001 }, "request.invalid"],
  ["half a millimetre", { widthMm: 10.5 }, "request.invalid"],
  ["less than nothing as its weight", { weightGrams: -1 }, "request.invalid"],
  ["a blank name", { name: "  " }, "request.invalid"],
  ["a name that another has", { name: "Taken" }, "box.nameTaken"],
])("one with %s is refused, and changes nothing", async (_, wrong, code) => {
  await aBox({ name: "Taken" });
  const { id } = await aBox({ name: "Mine" });
  const whole = { name: "New", lengthMm: 1, widthMm: 1, heightMm: 1, weightGrams: 0 };
  await nothingChanged(async () => {
    expect((await call(box.create, { ...whole, ...wrong })).body.error?.code).toBe(code);
    expect((await call(box.edit, { id, ...wrong })).body.error?.code).toBe(code);
  });
});

it("a parcel weighs as much as its items and box, and keeps both if the box changes later", async () => {
  const fake = await aCarrier();
  const { id } = await aBox({ name: "Carton", weightGrams: 250 });
  const { made, place } = await anOrderToSend(2);
  await book(made, place);
  await makeCalls();
  expect(fake.books.labels).toMatchObject([{ weightGrams: 2 * 400 + 250 }]);
  await call(box.edit, { id, name: "Crate", lengthMm: 999, weightGrams: 9_999 });
  await call(box.remove, { id });
  expect((await orderNow(made)).parcels).toMatchObject([
    { weightGrams: 1_050, box: { name: "Carton", lengthMm: 300 } },
  ]);
});

it("a parcel shipped by hand keeps the box and the weight that are given", async () => {
  const { id: boxId } = await aBox({ name: "Carton" });
  const { made, place } = await anOrderToSend(1);
  const { body } = await ship(made, place.locationId, 1, { boxId, weightGrams: 900 });
  expect(body.parcel).toMatchObject({ weightGrams: 900, box: { name: "Carton", lengthMm: 300 } });
});
