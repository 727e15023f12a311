/** The carriers that a store can choose, and those that it can book labels with. */

import { expect, it } from "vitest";
import * as parcel from "#core/contract/parcel";
import * as provider from "#core/contract/provider";
import { call } from "../support/call.ts";
import { aCarrier } from "../support/given/carriers.ts";

const indian = ["delhivery", "indiapost", "nimbuspost", "shiprocket"];
const others = ["easypost", "easyship", "fedex", "sendcloud", "shippit", "shippo", "shipstation"];

it("are twelve: manual, and eleven services of which four are Indian", async () => {
  const { items } = (await call(provider.list, { kind: "carrier" })).body;
  const codes = items.map(({ code }) => code).filter((code) => code !== "testcarrier");
  expect(codes.toSorted()).toEqual(["manual", ...indian, ...others].toSorted());
});

it("are listed for labels once they are set up, and until they are removed", async () => {
  const listed = async () => (await call(parcel.listCarriers, {})).body.items;
  expect(await listed()).toEqual([]);
  await aCarrier();
  expect(await listed()).toMatchObject([{ code: "testcarrier", mode: "test", pickupPlace: false }]);
  const settings = { token: "a-token-of-delhivery", server: "http://127.0.0.1:1" };
  await call(provider.configure, { code: "delhivery", settings });
  expect((await listed()).map(({ code, pickupPlace }) => [code, pickupPlace])).toContainEqual(["delhivery", true]);
  for (const code of ["delhivery", "testcarrier"]) await call(provider.remove, { code });
  expect(await listed()).toEqual([]);
});
