/**
 * Rows that are claimed for a worker by whoever writes them, in the same statement: it need not claim them itself. They
 * wait for room like rows claimed ahead.
 */
import type { DueQueues } from "./due-queues.ts";
import type { Prefetch } from "./prefetch.ts";
import type { Slots } from "./slots.ts";

/** A worker's room for such rows. */
export interface Offer<Row, Name> {
  readonly most: number;
  /** None of these queues: older rows wait there, or there is no room. */
  readonly except: readonly Name[];
  /** To be called with the rows once they have committed, or with none. */
  readonly arrived: (rows: readonly Row[]) => void;
}

export interface Offers<Row, Name> {
  /** Nothing if there is no room, or many queues have none. */
  readonly make: () => Offer<Row, Name> | undefined;
  /** How many have not been answered. */
  readonly open: () => number;
}

interface Parts<Row, Name, Queue> {
  readonly queues: Pick<DueQueues<Name, Queue>, "inTurn">;
  readonly slots: Slots<Name>;
  readonly prefetch: Prefetch<Row, Name>;
  /** The queues whose rows are being worked on. */
  readonly busy: () => readonly Name[];
  readonly arrived: () => void;
}

export function offersOf<Row extends Name, Name, Queue extends Name>({
  queues,
  slots,
  prefetch,
  busy,
  arrived,
}: Parts<Row, Name, Queue>): Offers<Row, Name> {
  let open = 0;
  return {
    open: () => open,
    make: () => {
      const full = [...prefetch.queues(), ...busy().filter((queue) => !slots.hasRoom(queue))];
      const except = [...queues.inTurn(), ...full.filter((queue) => !prefetch.wants(queue))];
      const most = except.length < slots.claimMax ? prefetch.reserveAny(slots.claimMax) : 0;
      if (most === 0) return;
      open++;
      const began = performance.now();
      return {
        most,
        except,
        arrived: (rows) => {
          open--;
          prefetch.unreserveAny(most);
          for (const row of rows) prefetch.arrived(row, 0, [row], began);
          arrived();
        },
      };
    },
  };
}
