/** Who may have how much work under way: what keeps one queue, or one sort of work, from holding up everyone else. */
import type { Group, Take } from "./kind.ts";

/** Something that only so much may be under way of at once: `all`, one endpoint's, one provider's. */
export interface Share {
  readonly name: string;
  readonly most: number;
}

export interface Slots<Name> {
  /** Reserves room for one claim among these queues, in their order; none when nothing is free. */
  readonly take: <Queue extends Name>(queues: readonly Queue[]) => Take<Queue>[];
  /** Gives room back: of work that has ended, or that a claim did not find. */
  readonly free: (queue: Name, count?: number) => void;
  /** How much is reserved or under way of one share. */
  readonly taken: (share: string) => number;
}

/**
 * @param claimMax how many rows one claim takes at most.
 * @param sharesAmong given all queues that wait, the shares that one of them counts in. Their names depend on the queue alone.
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
    taken,
  };
}

/** So much in all, and so much of each group: the common case. */
export const evenSlots = (total: number, perGroup: number, claimMax = total): Slots<Group> =>
  slotsOf(claimMax, () => ({ group }) => [
    { name: "in all", most: total },
    { name: `of ${group}`, most: perGroup },
  ]);
