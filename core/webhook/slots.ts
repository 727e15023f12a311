/** Limits on attempts in flight, so that one endpoint, or old failures, do not hold up the others. */
import { type Slots, slotsOf } from "#core/work/slots";
import type { QueueName } from "./delivery-lease.ts";

/** The most rows in a claim, and the most attempts in flight to one endpoint from one sender. */
export const claimMax = 20;
export const perEndpointMax = 10;
/** How many more a sender may hold in advance: with events of the largest size they take 13 MB. */
export const prefetchMax = 50;
/** The most that later attempts may take, of an endpoint's share and of the whole: the rest is for new deliveries. */
const againShare = 0.7;
/** If both wait, neither gets everything: an endpoint with ever more new events must get its old ones too. */
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

/** Whether a sender can take on more of anything: neither any endpoint's share nor half of the whole is used up. */
export const hasRoom = (
  slots: Slots<QueueName>,
  total: number,
  due: readonly Pick<QueueName, "endpointId">[],
): boolean => slots.taken("all") < total / 2 && due.every(({ endpointId }) => slots.taken(endpointId) < contendedMax);
