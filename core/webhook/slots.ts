/** Who may have how many attempts in flight: what keeps one endpoint, or old failures, from holding up everyone else. */
import type { Take } from "./claim.ts";
import type { Due, Turn } from "./due.ts";

/** A claim takes 20, and at most 10 in flight for each endpoint and sender. */
export const claimMax = 20;
export const perEndpointMax = 10;
/** Later attempts fill at most so much, of an endpoint's share and of the whole: the rest is for what is new. */
const againShare = 0.7;
/** Where both wait, neither has all: an endpoint that gets ever more new events must come to its old ones, too. */
const contendedMax = Math.floor(perEndpointMax * againShare);

export interface Slots {
  /** Reserves up to 20 attempts among these queues, in their order; none when nothing is free. */
  readonly take: (queues: readonly Due[]) => Take[];
  readonly free: (endpointId: string, turn: Turn, count?: number) => void;
  readonly taken: () => number;
}

export function slotsOf(total: number): Slots {
  const byQueue = new Map<string, number>();
  const inAll = { first: 0, again: 0 };
  const keyOf = (endpointId: string, turn: Turn) => `${turn} ${endpointId}`;
  const takenOf = (endpointId: string, turn: Turn) => byQueue.get(keyOf(endpointId, turn)) ?? 0;
  const change = (endpointId: string, turn: Turn, by: number) => {
    const after = takenOf(endpointId, turn) + by;
    inAll[turn] += by;
    if (after === 0) byQueue.delete(keyOf(endpointId, turn));
    else byQueue.set(keyOf(endpointId, turn), after);
  };
  const roomFor = ({ endpointId, turn }: Due, contended: boolean) => {
    const [first, again] = [takenOf(endpointId, "first"), takenOf(endpointId, "again")];
    const ofTurn = turn === "again" || contended ? contendedMax : perEndpointMax;
    const ofAll = turn === "again" ? Math.ceil(total * againShare) - inAll.again : total;
    return Math.min(
      perEndpointMax - first - again,
      ofTurn - (turn === "first" ? first : again),
      ofAll,
      total - inAll.first - inAll.again,
    );
  };
  return {
    take: (queues) => {
      const waiting = new Set(queues.map(({ endpointId, turn }) => keyOf(endpointId, turn)));
      const takes: Take[] = [];
      let left = claimMax;
      for (const queue of queues) {
        const other = keyOf(queue.endpointId, queue.turn === "first" ? "again" : "first");
        const most = Math.min(roomFor(queue, waiting.has(other)), left);
        if (most <= 0) continue;
        takes.push({ endpointId: queue.endpointId, turn: queue.turn, most });
        change(queue.endpointId, queue.turn, most);
        left -= most;
        if (left === 0) break;
      }
      return takes;
    },
    free: (endpointId, turn, count = 1) => change(endpointId, turn, -count),
    taken: () => inAll.first + inAll.again,
  };
}
