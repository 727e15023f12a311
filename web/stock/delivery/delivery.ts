/**
 * The delivery that is being entered, and the one that was sent and is not answered yet. The tab keeps both, on other
 * screens and after a reload: a phone may unload the page when it goes to sleep, and whoever enters goods again that
 * were received would have them twice. Each person has their own, because the store's idempotency keys are a person's.
 */
import { useSyncExternalStore } from "react";
import { linesMax } from "#core/contract/kit/fields";
import type { Answer } from "#core/contract/kit/operation";
import type * as stockApi from "#core/contract/stock";
import type { ApiError } from "../../api/api-client.ts";
import { useSession } from "../../api/session.tsx";
import { keepInTab } from "../../ui/kept-in-tab.ts";
import { type Item, type ItemLine, withUnits } from "../item-lines.tsx";
import type { LocationId, VariantId } from "../types.ts";
import { begun, type Draft, empty, type Sent, together, withKey } from "./draft.ts";
import { keptDelivery } from "./kept-delivery.ts";

export interface Received extends Answer<typeof stockApi.receiveMany> {
  readonly sent: Sent;
  /** Nothing was received now: another copy of the tab had sent it. */
  readonly isRepeat: boolean;
}

interface Delivery {
  readonly draft: Draft;
  readonly sent: Sent | null;
  /** From here on, what the tab forgets. */
  readonly received: Received | null;
  readonly error: ApiError | null;
  readonly isSending: boolean;
  readonly isAdding: boolean;
}

export interface DeliveryStore {
  readonly current: () => Delivery;
  readonly change: (changed: Partial<Delivery>) => void;
  readonly watch: (watcher: () => void) => () => void;
  /** Whether its page is on screen. */
  readonly isWatched: () => boolean;
}

const stores = new Map<string, DeliveryStore>();

export function useDelivery(): Delivery & { readonly store: DeliveryStore } {
  const { user } = useSession();
  const store = stores.get(user.id) ?? openStore(`delivery.${user.id}`);
  stores.set(user.id, store);
  return { ...useSyncExternalStore(store.watch, store.current), store };
}

function openStore(storageKey: string): DeliveryStore {
  const watchers = new Set<() => void>();
  let delivery: Delivery = {
    ...keptDelivery(storageKey),
    received: null,
    error: null,
    isSending: false,
    isAdding: false,
  };
  return {
    current: () => delivery,
    change: (changed) => {
      delivery = { ...delivery, ...changed };
      const { draft, sent } = delivery;
      keepInTab(storageKey, { draft, sent });
      for (const watcher of watchers) watcher();
    },
    watch: (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    isWatched: () => watchers.size > 0,
  };
}

export function edit({ current, change }: DeliveryStore, fields: Partial<Draft>): void {
  change({ draft: withKey({ ...current().draft, ...fields }) });
}

/** It was not received, as somebody has found out: it is another delivery from here on. */
export function settle({ current, change }: DeliveryStore): void {
  change({ draft: begun(current().draft), error: null });
}

/** It was received: what is left of it is its location. */
export const clear = ({ current, change }: DeliveryStore): void =>
  change({ draft: { ...empty, locationId: current().draft.locationId }, error: null });

/** What was cleared is there again, before what was added since, at the location that was chosen last. */
export function restore({ current, change }: DeliveryStore, cleared: Draft): void {
  const { locationId, lines, pasted, reason } = current().draft;
  change({
    draft: {
      ...cleared,
      locationId: locationId ?? cleared.locationId,
      lines: together(cleared.lines, lines),
      pasted: [cleared.pasted, pasted].filter((text) => text.trim() !== "").join("\n"),
      reason: reason || cleared.reason,
    },
  });
}

/** Whether the item has a line already, or there is room for another. */
export const hasRoomFor = ({ current }: DeliveryStore, { id }: Item): boolean => {
  const { lines } = current().draft;
  return lines.length < linesMax || lines.some(({ variantId }) => variantId === id);
};

/** Adds units, and changes other fields in the same moment. */
export function addUnits(
  store: DeliveryStore,
  at: LocationId,
  added: readonly (readonly [item: Item, units: number])[],
  fields: Partial<Draft> = {},
): void {
  const { lines, locationId } = store.current().draft;
  const all = added.reduce<readonly ItemLine[]>((sum, [item, units]) => withUnits(sum, item, units), lines);
  edit(store, { lines: all, locationId: locationId ?? at, ...fields });
}

export function setUnits(store: DeliveryStore, id: VariantId, quantity: ItemLine["quantity"]): void {
  const { lines } = store.current().draft;
  store.change({ error: null });
  edit(store, { lines: lines.map((line) => (line.variantId === id ? { ...line, quantity } : line)) });
}

export function removeItem(store: DeliveryStore, id: VariantId): void {
  store.change({ error: null });
  edit(store, { lines: store.current().draft.lines.filter(({ variantId }) => variantId !== id) });
}

/** What is sent is no longer in the draft, which goes on with what comes after it, at the same location. */
export const beginSending = ({ change }: DeliveryStore, sent: Sent): void =>
  change({ draft: { ...empty, locationId: sent.input.locationId }, sent, received: null, error: null });

/**
 * What was sent is a draft again, before what was added since. It has the key with which it was sent: if it was received
 * after all, and is changed, the store refuses it.
 */
export function putBack({ current, change }: DeliveryStore, error: ApiError | null): void {
  const { draft, sent } = current();
  if (!sent) return;
  const isTaken = error?.code === "idempotency.mismatch";
  const { key, begunAt, input } = sent;
  const reason = draft.reason || (input.reason ?? "");
  change({
    draft: { ...draft, key, begunAt, isTaken, lines: together(sent.lines, draft.lines), reason },
    sent: null,
    error: isTaken ? null : error,
  });
}
