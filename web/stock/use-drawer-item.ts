import { useState } from "react";
import { isAnythingUnsaved } from "../ui/forms/unsaved.ts";
import { idParam, useUrlState } from "../ui/url-state.ts";
import type { VariantId } from "./types.ts";

/**
 * The item of a drawer, which the URL names: `?open=count&variant=var_…`. A closed drawer keeps its item, and the next
 * opening without one shows it again if something typed is unsaved.
 */
export function useDrawerItem(opened: boolean) {
  const [search] = useUrlState();
  const named = opened && search["variant"] ? idParam("var")(search["variant"]) : undefined;
  const [kept, setKept] = useState(named);
  const [wasNamed, setWasNamed] = useState(named);
  const [wasOpened, setWasOpened] = useState(opened);
  // Only a change counts: the URL still names an item for a moment after it was released.
  if (named !== wasNamed) {
    setWasNamed(named);
    if (named !== undefined) setKept(named);
  }
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened && named === undefined && !isAnythingUnsaved()) setKept(undefined);
  }
  /** Once it is done with the item. */
  const release = (item: VariantId) => setKept((now) => (now === item ? undefined : now));
  return { named, kept, release };
}
