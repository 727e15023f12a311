import { audit } from "#core/audit/record";
import { callKind } from "#core/call/call-kind";
import { ship } from "#core/contract/parcel";
import { carriers } from "#core/shipping/carrier-family";
import type { Carrier } from "#core/shipping/carriers/carrier";
import type { PickupOrdered, PickupRequest } from "#core/shipping/carriers/parcel";
import { kept } from "./asked.ts";

/** The outcome is shown in the order's timeline. An unknown one does no harm: the carrier comes, or staff call it. */
export const pickupKind = callKind<Carrier, PickupRequest, PickupOrdered>({
  does: "pickup",
  load: carriers.load,
  call: ({ pickup }) => pickup,
  modeIn: "parcels",
  asked: kept<PickupRequest>(),
  settle: async (change, { subjectId, orderId }, outcome) => {
    if (orderId === null || outcome.is === "unknown") return;
    const after =
      outcome.is === "done"
        ? { pickup: outcome.value.pickupId ?? "ordered", says: outcome.value.says }
        : { pickup: "refused", says: outcome.says };
    audit(change, ship.name, orderId, { after: { parcelId: subjectId, ...after } });
  },
});
