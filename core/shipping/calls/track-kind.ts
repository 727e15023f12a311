import { callKind } from "#core/call/call-kind";
import type { Id } from "#core/contract/kit/fields";
import { done } from "#core/provider/outcome";
import { carriers } from "#core/shipping/carrier-family";
import type { Carrier } from "#core/shipping/carriers/carrier";
import type { Tracked, TrackingRequest } from "#core/shipping/carriers/tracking-events";
import { findLockedParcel } from "#core/shipping/locked-parcel";
import { lookAgainLater, takeTracking } from "#core/shipping/tracking/take-tracking";
import { kept } from "./asked.ts";
import { answerOf } from "./question.ts";

interface Seen extends Tracked {
  readonly askedAt: Date;
}

/** Null if the carrier does not know the number, which can last for a while after booking. */
export const trackKind = callKind<Carrier, TrackingRequest, Seen | null>({
  does: "track",
  load: carriers.load,
  call: (carrier) => {
    const track = carrier.track;
    return (
      track && {
        repeats: { how: "freely" },
        ask: async (http, settings, asked) => {
          const found = await answerOf(http, () => track.call(carrier, http, settings, asked));
          return found.is === "done" ? done(found.value && { ...found.value, askedAt: asked.at }) : found;
        },
      }
    );
  },
  asked: kept<TrackingRequest>().transform(({ shippedAt, ...asked }) => ({
    ...asked,
    shippedAt: shippedAt ? new Date(shippedAt) : null,
  })),
  settle: async (change, { subjectId }, outcome) => {
    const held = await findLockedParcel(change, subjectId as Id<"parcel">); // set by `refreshParcel` and the sweep
    if (!held) return;
    if (outcome.is === "done" && outcome.value) await takeTracking(change, held, outcome.value);
    else await lookAgainLater(change, held);
  },
});
