/** The parcels that "Ship available items" creates for an order, in the list and on its page. */
import { expect, it } from "vitest";
import type { Id } from "#core/contract/kit/fields";
import { readyParcels } from "../../web/orders/parcels/ready-parcels.ts";

const [here, there, anywhere] = ["loc_here", "loc_there", "loc_anywhere"] as const;
const line = (id: Id<"line">, quantity: number, held: readonly Id<"location">[] = []) =>
  ({
    id,
    quantity,
    shipped: 0,
    tracked: held.length > 0,
    allocations: held.map((locationId) => ({ locationId, quantity: 1 })),
  }) as Parameters<typeof readyParcels>[0]["lines"][number]; // the fields it uses

it("creates a parcel for each location with allocated units, and puts untracked items into the first", () => {
  expect(readyParcels({ lines: [line("lin_1", 2, [here, there]), line("lin_2", 3)], parcels: [] }, anywhere)).toEqual([
    {
      locationId: here,
      lines: [
        { lineId: "lin_1", quantity: 1 },
        { lineId: "lin_2", quantity: 3 },
      ],
    },
    { locationId: there, lines: [{ lineId: "lin_1", quantity: 1 }] },
  ]);
});

// Otherwise an order of only vouchers would stay in the list for ever, although its own page ships it.
it("ships untracked items from any location if no units are allocated", () => {
  const lines = [line("lin_1", 3)];
  expect(readyParcels({ lines, parcels: [] }, anywhere)).toEqual([
    { locationId: anywhere, lines: [{ lineId: "lin_1", quantity: 3 }] },
  ]);
  expect(readyParcels({ lines, parcels: [] })).toEqual([]);
});
