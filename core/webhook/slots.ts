/** Who may have how many attempts in flight: what keeps one endpoint, or old failures, from holding up everyone else. */
import { type Slots, slotsOf } from "#core/work/slots";
import type { QueueName } from "./delivery-lease.ts";

/** A claim takes so many, and an endpoint has at most so many in flight at a sender. */
export const claimMax = 20;
export const perEndpointMax = 10;
/** So many more a sender may hold that wait their turn: with an event's most they take 13 MB. */
export const prefetchMax = 50;
/** Later attempts fill at most so much, of an endpoint's share and of the whole: the rest is for what is new. */
const againShare = 0.7;
/** Where both wait, neither has all: an endpoint that gets ever more new events must come to its old ones, too. */
const contendedMax = Math.floor(perEndpointMax * againShare);

const nameOf = ({ endpointId, turn }: QueueName) => `${turn} ${endpointId}`;

export const attemptSlots = (total: number): Slots<QueueName> =>
  slotsOf(claimMax, (queues) => {
    const waiting = new Set(queues.map(nameOf));
    return ({ endpointId, turn }) => {
      const again = turn === "again";
      const contended = waiting.has(nameOf({ endpointId, turn: again ? "first" : "again" }));
      return [
        { name: "all", most: total },
        { name: turn, most: again ? Math.ceil(total * againShare) : total },
        { name: endpointId, most: perEndpointMax },
        { name: nameOf({ endpointId, turn }), most: again || contended ? contendedMax : perEndpointMax },
      ];
    };
  });

/** Whether a sender can take on more of whatever comes: of nobody's queue, and not of all together, is its share used up. */
export const hasRoom = (slots: Slots<QueueName>, total: number, due: readonly QueueName[]): boolean =>
  slots.taken("all") < total / 2 && due.every(({ endpointId }) => slots.taken(endpointId) < contendedMax);
