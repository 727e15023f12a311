/** A delivery that is being entered, and how the store is kept from receiving it twice. */
import type { Asked } from "#core/contract/kit/operation";
import type * as stockApi from "#core/contract/stock";
import { type ItemLine, withUnits } from "../item-lines.tsx";
import type { LocationId } from "../types.ts";

export interface Draft {
  /**
   * Made with the first line or text, and kept until it is sent, cleared or decided about, even if all its lines are
   * replaced: a copy of the tab sends the same key, and what it sends is received once.
   */
  readonly key: string;
  /** When that was, in milliseconds. */
  readonly begunAt: number;
  /** Whether the store has received a delivery with this key already, which had other lines. */
  readonly isTaken: boolean;
  /** Set with the first line. */
  readonly locationId: LocationId | null;
  readonly lines: readonly ItemLine[];
  readonly pasted: string;
  readonly reason: string;
}

/** A delivery as it was sent: repeated with the same key, it is received once. */
export interface Sent {
  readonly key: string;
  readonly begunAt: number;
  readonly input: Asked<typeof stockApi.receiveMany>;
  readonly lines: readonly ItemLine[];
  readonly locationName: string;
  /** An attempt was not answered, so it may have been received. */
  readonly uncertain: boolean;
}

export const empty: Draft = {
  key: "",
  begunAt: 0,
  isTaken: false,
  locationId: null,
  lines: [],
  pasted: "",
  reason: "",
};

/** As another delivery, which the store does not know. */
export const begun = (draft: Draft): Draft => ({
  ...draft,
  key: crypto.randomUUID(),
  begunAt: Date.now(),
  isTaken: false,
});

export const isBegun = ({ lines, pasted }: Draft): boolean => lines.length > 0 || pasted.trim() !== "";

/** With a key, if there is anything to send. */
export const withKey = (draft: Draft): Draft => (draft.key === "" && isBegun(draft) ? begun(draft) : draft);

/** The lines of both, those of the same item as one. */
export const together = (lines: readonly ItemLine[], others: readonly ItemLine[]): readonly ItemLine[] =>
  others.reduce(
    (all, { variantId: id, sku, title, quantity }) => withUnits(all, { id, sku, title }, Number(quantity) || 0),
    lines,
  );

/** The store keeps its keys for a day; one that is sent at the last moment must still be known. */
const keptMs = 20 * 60 * 60_000;

/** Whether the store would still know its key, if any copy of it was received. */
export const isKnown = (begunAt: number): boolean => Date.now() - begunAt < keptMs;

/** Whether it may have been received already, so that only whoever looks at the movements can tell. */
export const isDoubtful = (draft: Draft): boolean => isBegun(draft) && (draft.isTaken || !isKnown(draft.begunAt));
