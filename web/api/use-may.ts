import type { Operation } from "#core/contract/kit/operation";
import { rights } from "#core/contract/values/rights";
import { useSession } from "./session.tsx";

/** Whether to offer an operation on something that, as what grants access to others, may take every right. */
export function useMay(op: Pick<Operation, "right" | "vendor">) {
  const { can, hasRight } = useSession();
  return ({ takesEveryRight }: { readonly takesEveryRight: boolean }): boolean =>
    can(op) && (!takesEveryRight || rights.every(hasRight));
}
