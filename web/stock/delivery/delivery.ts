/**
 * The delivery that is being entered, and the one that was sent and is not answered yet. The tab keeps both, on other
 * screens and after a reload: a phone may unload the page when it goes to sleep, and whoever enters goods again that
 * were received would have them twice. Each person has their own, because the store's idempotency keys are a person's.
 */
import { useSyncExternalStore } from "react";
import { linesMax } from "#core/contract/kit/fields";
import type { Answer, Asked } from "#core/contract/kit/operation";
import type * as stockApi from "#core/contract/stock";
import type { ApiError } from "../../api/api-client.ts";
import { useSession } from "../../api/session.tsx";
import { keepInTab, keptInTab } from "../../ui/kept-in-tab.ts";
import { type Item, type ItemLine, withUnits } from "../item-lines.tsx";
import type { LocationId, VariantId } from "../types.ts";

interface Draft {
  /** Set with the first line. */
  readonly locationId: LocationId | null;
  readonly lines: readonly ItemLine[];
  readonly pasted: string;
  readonly reason: string;
}

/** A delivery as it was sent: repeated with the same key, it is received once. */
export interface Sent {
  readonly key: string;
  /** When it was first sent, in milliseconds: the store forgets keys after a day. */
  readonly at: number;
  readonly input: Asked<typeof stockApi.receiveMany>;
  readonly lines: readonly ItemLine[];
  readonly locationName: string;
  /** An attempt was not answered, so it may have been received. */
  readonly uncertain: boolean;
}

export interface Received extends Answer<typeof stockApi.receiveMany> {
  readonly sent: Sent;
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

const empty: Draft = { locationId: null, lines: [], pasted: "", reason: "" };
const stores = new Map<string, DeliveryStore>();

export function useDelivery(): Delivery & { readonly store: DeliveryStore } {
  const { user } = useSession();
  const store = stores.get(user.id) ?? openStore(`delivery.${user.id}`);
  stores.set(user.id, store);
  return { ...useSyncExternalStore(store.watch, store.current), store };
}

function openStore(storageKey: string): DeliveryStore {
  const watchers = new Set<() => void>();
  let delivery: Delivery = { ...stored(storageKey), received: null, error: null, isSending: false, isAdding: false };
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

function stored(storageKey: string): Pick<Delivery, "draft" | "sent"> {
  const { draft = empty, sent = null } = (keptInTab(storageKey) ?? {}) as Partial<Delivery>; // as kept
  return { draft, sent: sent && { ...sent, uncertain: true } };
}

export const edit = ({ current, change }: DeliveryStore, fields: Partial<Draft>): void =>
  change({ draft: { ...current().draft, ...fields } });

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

/** What was sent is a draft again, before what was added since. */
export function putBack({ current, change }: DeliveryStore, error: ApiError | null): void {
  const { draft, sent } = current();
  if (!sent) return;
  const since = draft.lines.reduce<readonly ItemLine[]>(
    (all, { variantId: id, sku, title, quantity }) => withUnits(all, { id, sku, title }, Number(quantity) || 0),
    sent.lines,
  );
  change({ draft: { ...draft, lines: since, reason: draft.reason || (sent.input.reason ?? "") }, sent: null, error });
}
