/** A drawer about one thing, both named in the address: `?open=edit&of=tax_…`. */
import { useState } from "react";
import { type Field, useAddress } from "../ui/address.ts";

export function useDrawerOf<Id extends string>(name: string, isId: Field<Id>) {
  const [search, change] = useAddress();
  const opened = search["open"] === name;
  const now = opened && search["of"] ? isId(search["of"]) : undefined;
  // What it was about last stays in it while it is closed: what was typed is not lost.
  const [of, setOf] = useState(now);
  if (now !== undefined && now !== of) setOf(now);
  return {
    opened: now !== undefined,
    of,
    open: (id: Id) => change({ open: name, of: id }),
    close: () => change({ open: undefined, of: undefined }),
  };
}

/** The address of such a drawer, for a link: everything else in the address stays. */
export const drawerAt =
  (open: string, of: string) =>
  (before: Readonly<Record<string, string>>): Record<string, string> => ({ ...before, open, of });
