/**
 * The contents of packing slips. A slip that lists more than is in the box makes customers complain, and packers count
 * twice.
 */
import { expect, it } from "vitest";
import { slipsOf } from "../../web/packing/slips-of.ts";

type Parcels = Parameters<typeof slipsOf>[0]["parcels"];

const nameOf = (id: string) => (id === "loc_here" ? "Front shop" : "Back store");
const parcel = (id: string, quantity: number, trackingNumber: string | null = null) =>
  ({ id, trackingNumber, lines: [{ lineId: "lin_1", quantity }] }) as unknown as Parcels[number]; // the fields it uses
const ready = [{ locationId: "loc_here" as const, lines: [{ lineId: "lin_1" as const, quantity: 2 }] }];

it("lists what is to be packed now, and not what has shipped or still waits for stock", () => {
  expect(slipsOf({ parcels: [parcel("par_1", 1)] }, ready, nameOf)).toEqual([
    { key: "loc_here", heading: "To pack, from Front shop", lines: [{ lineId: "lin_1", quantity: 2 }] },
  ]);
});

it("lists a parcel's own items for that parcel", () => {
  const parcels = [parcel("par_1", 1, "TRACK1"), parcel("par_2", 3)];
  expect(slipsOf({ parcels }, ready, nameOf, "par_1")).toEqual([
    { key: "par_1", heading: "Parcel 1 of 2, TRACK1", lines: [{ lineId: "lin_1", quantity: 1 }] },
  ]);
});

it("has a slip for each parcel if nothing is left to be packed, and none for an order that waits for stock", () => {
  expect(
    slipsOf({ parcels: [parcel("par_1", 1), parcel("par_2", 3)] }, [], nameOf).map(({ heading }) => heading),
  ).toEqual(["Parcel 1 of 2", "Parcel 2 of 2"]);
  expect(slipsOf({ parcels: [] }, [], nameOf)).toEqual([]);
});
