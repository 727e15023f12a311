import { useState } from "react";
import { isAnythingUnsaved } from "../../ui/forms/unsaved.ts";
import { idParam, useUrlState } from "../../ui/url-state.ts";
import type { VariantId } from "../types.ts";

/**
 * The item of a drawer, which the URL names: `?open=count&variant=var_…`. A closed drawer keeps its item, and the next
 * opening without one shows it again if something typed is unsaved.
 */
export function useDrawerItem(opened: boolean) {
  const [search] = useUrlState();
  const named = opened && search["variant"] ? idParam("var")(search["variant"]) : undefined;
  const [before, setBefore] = useState({ opened, named, kept: named });
  if (opened !== before.opened || named !== before.named) {
    const staysKept = !opened || (!before.opened && isAnythingUnsaved());
    setBefore({ opened, named, kept: named ?? (staysKept ? before.kept : undefined) });
  }
  /** Once it is done with the item, which the URL may name for a moment longer. */
  const release = (item: VariantId) => setBefore((now) => (now.kept === item ? { ...now, kept: undefined } : now));
  return { named, kept: before.kept, release };
}
