/**
 * The delivery that is being entered, and the one that was sent and is not answered yet. Both survive other screens and
 * a reload: a phone may unload the page when it goes to sleep, and whoever enters goods again that have been received
 * would have them twice.
 */
import { useSyncExternalStore } from "react";
import type { Asked } from "#core/contract/kit/operation";
import type * as stockApi from "#core/contract/stock";
import { type Item, type ItemLine, withUnits } from "../item-lines.tsx";
import type { LocationId } from "../types.ts";

export interface Draft {
  /** Null until one is chosen. */
  readonly locationId: LocationId | null;
  readonly lines: readonly ItemLine[];
  readonly pasted: string;
  readonly reason: string;
}

/** A delivery as it was sent: repeated with the same key, it is received once. */
export interface Sent {
  readonly key: string;
  readonly input: Asked<typeof stockApi.receiveMany>;
  readonly lines: readonly ItemLine[];
  readonly at: string;
  /** An attempt was not answered, so it may have been received. */
  readonly uncertain: boolean;
}

export interface Delivery {
  readonly draft: Draft;
  readonly sent: Sent | null;
}

/** As many as the API takes. */
export const linesMax = 200;

const empty: Draft = { locationId: null, lines: [], pasted: "", reason: "" };
const storageKey = "delivery";
let delivery = stored();
const watchers = new Set<() => void>();

function stored(): Delivery {
  const none: Delivery = { draft: empty, sent: null };
  try {
    const kept = { ...none, ...JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") } as Delivery; // written below
    return { ...kept, sent: kept.sent && { ...kept.sent, uncertain: true } };
  } catch {
    return none;
  }
}

export function change(next: (before: Delivery) => Delivery): void {
  delivery = next(delivery);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(delivery));
  } catch {
    // A browser that keeps nothing: it lasts as long as the page.
  }
  for (const watcher of watchers) watcher();
}

export const useDelivery = (): Delivery => useSyncExternalStore(watch, currentDelivery);

export const currentDelivery = (): Delivery => delivery;

/** Whether its page is on screen. */
export const isWatched = (): boolean => watchers.size > 0;

function watch(watcher: () => void) {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

export const edit = (fields: Partial<Draft>): void =>
  change((before) => ({ ...before, draft: { ...before.draft, ...fields } }));

export const addUnits = (...added: readonly (readonly [item: Item, units: number])[]): void =>
  editLines((lines) => added.reduce<readonly ItemLine[]>((all, [item, units]) => withUnits(all, item, units), lines));

export const setUnits = (variantId: ItemLine["variantId"], quantity: ItemLine["quantity"]): void =>
  editLines((lines) => lines.map((line) => (line.variantId === variantId ? { ...line, quantity } : line)));

export const removeItem = (variantId: ItemLine["variantId"]): void =>
  editLines((lines) => lines.filter((line) => line.variantId !== variantId));

const editLines = (next: (lines: readonly ItemLine[]) => readonly ItemLine[]): void =>
  edit({ lines: next(delivery.draft.lines) });

/** What is sent is no longer in the draft, which goes on with what comes after it. */
export const beginSending = (sent: Sent): void =>
  change(({ draft }) => ({ draft: { ...empty, locationId: draft.locationId }, sent }));

/** What was sent is a draft again, with what was added since. */
export const putBack = (): void =>
  change(({ draft, sent }) => ({
    draft: {
      ...draft,
      lines: (sent?.lines ?? []).reduceRight<readonly ItemLine[]>(withLine, draft.lines),
      reason: draft.reason || (sent?.input.reason ?? ""),
    },
    sent: null,
  }));

/** First, as it was before it was sent; what was added since counts as well. */
function withLine(lines: readonly ItemLine[], line: ItemLine): ItemLine[] {
  const { variantId: id, sku, title, quantity } = line;
  const since = lines.find(({ variantId }) => variantId === id);
  const others = lines.filter(({ variantId }) => variantId !== id);
  return [since ? (withUnits([since], { id, sku, title }, Number(quantity) || 0)[0] ?? line) : line, ...others];
}
