import { callKind } from "#core/call/call-kind";
import type { Id } from "#core/contract/kit/fields";
import { settleVoid } from "#core/shipping/booking/settle-void";
import { carriers } from "#core/shipping/carrier-family";
import type { Carrier } from "#core/shipping/carriers/carrier";
import type { BookingRef, Voided } from "#core/shipping/carriers/parcel";
import { lookSoon } from "#core/shipping/tracking/next-look";
import { keptAsIs } from "./asked.ts";

export const voidKind = callKind<Carrier, BookingRef, Voided>({
  does: "void",
  load: carriers.load,
  call: (carrier) => carrier.void,
  modeIn: "parcels",
  asked: keptAsIs<BookingRef>(),
  decided: () => ({ state: "voided" }),
  settle: async (change, { subjectId }, outcome) => {
    const parcelId = subjectId as Id<"parcel">; // set by `askToVoid`
    if (outcome.is === "done" && outcome.value.state === "pending") return lookSoon(change, parcelId);
    if (outcome.is === "done") return settleVoid(change, parcelId, { is: "voided" });
    if (outcome.is === "refused") return settleVoid(change, parcelId, { is: "refused", says: outcome.says });
    return settleVoid(change, parcelId, { is: "unknown", says: outcome.why });
  },
});
