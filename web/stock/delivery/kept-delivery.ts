/** The delivery that the tab has kept, of this version or the one before it. */
import { keepInTab, keptInTab } from "../../ui/kept-in-tab.ts";
import { type Draft, empty, type Sent, withKey } from "./draft.ts";

interface Kept {
  readonly draft: Draft;
  readonly sent: Sent | null;
}

/** What may be missing: the version before kept drafts without a key, and when a delivery was sent, not begun. */
interface KeptBefore {
  readonly draft?: Partial<Draft>;
  readonly sent?: (Omit<Sent, "begunAt"> & { readonly begunAt?: number; readonly at?: number }) | null;
}

export function keptDelivery(storageKey: string): Kept {
  const { draft, sent } = (keptInTab(storageKey) ?? {}) as KeptBefore; // as kept
  const kept = {
    draft: withKey({ ...empty, ...draft }),
    sent: sent ? { ...sent, begunAt: sent.begunAt ?? sent.at ?? 0, uncertain: true } : null,
  };
  // If the draft has its key only now, copies of the tab must have the same.
  keepInTab(storageKey, kept);
  return kept;
}
