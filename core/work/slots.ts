/** Limits on the work under way, so that one queue or sort of work does not hold up the others. */
import type { Group, Take } from "./kind.ts";

/** A limit on work under way at once: all work, one endpoint's, one provider's. */
export interface Share {
  readonly name: string;
  readonly most: number;
}

export interface Slots<Name> {
  /** Reserves room for one claim among these queues, in order; none if nothing is free. */
  readonly take: <Queue extends Name>(queues: readonly Queue[]) => Take<Queue>[];
  /** Gives room back after work has ended, or if a claim found less. */
  readonly free: (queue: Name, count?: number) => void;
  /** Whether there is room for one more in this queue, whichever others wait. */
  readonly hasRoom: (queue: Name) => boolean;
  /** How much of a share is reserved or under way. */
  readonly taken: (share: string) => number;
  /** The most rows in one claim, those claimed ahead included. */
  readonly claimMax: number;
}

/**
 * @param claimMax the most rows in one claim.
 * @param sharesAmong given the queues that wait for a claim, the shares that each of them counts in. Their names depend
 * on the queue only.
 */
export function slotsOf<Name>(
  claimMax: number,
  sharesAmong: (queues: readonly Name[]) => (queue: Name) => readonly Share[],
): Slots<Name> {
  const takenOf = new Map<string, number>();
  const taken = (share: string) => takenOf.get(share) ?? 0;
  const change = (shares: readonly Share[], by: number) => {
    for (const { name } of shares) {
      const after = taken(name) + by;
      if (after === 0) takenOf.delete(name);
      else takenOf.set(name, after);
    }
  };
  const sharesAlone = sharesAmong([]);
  return {
    take: <Queue extends Name>(queues: readonly Queue[]) => {
      const sharesOf = sharesAmong(queues);
      const takes: Take<Queue>[] = [];
      let left = claimMax;
      for (const queue of queues) {
        const shares = sharesOf(queue);
        const most = Math.min(left, ...shares.map((share) => share.most - taken(share.name)));
        if (most <= 0) continue;
        takes.push({ ...queue, most });
        change(shares, most);
        left -= most;
        if (left === 0) break;
      }
      return takes;
    },
    free: (queue, count = 1) => change(sharesAlone(queue), -count),
    hasRoom: (queue) => sharesAlone(queue).every(({ name, most }) => taken(name) < most),
    taken,
    claimMax,
  };
}

/** A limit in all and one for each group: the common case. */
export const evenSlots = (total: number, perGroup: number, claimMax = total): Slots<Group> =>
  slotsOf(claimMax, () => ({ group }) => [
    { name: "in all", most: total },
    { name: `of ${group}`, most: perGroup },
  ]);
