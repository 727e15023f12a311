import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Operation } from "#core/contract/kit";

const firstMs = 1_000;
const mostMs = 20_000;

/**
 * While something is under way, fetches the answers of these operations again: after a second, then less and less often.
 * `pending` names what is under way, such as the ids; it begins anew when that changes, and stops when it is empty. A
 * browser tab in the background fetches nothing.
 */
export function useRefetchWhile(pending: string, ops: readonly Operation[]): void {
  const client = useQueryClient();
  const names = ops.map(({ name }) => name).join();
  useEffect(() => {
    if (pending === "") return;
    let wait = firstMs;
    let timer: ReturnType<typeof setTimeout>;
    const again = () => {
      if (document.visibilityState !== "hidden") {
        for (const name of names.split(",")) void client.invalidateQueries({ queryKey: [name] });
      }
      wait = Math.min(wait * 1.6, mostMs);
      timer = setTimeout(again, wait);
    };
    timer = setTimeout(again, wait);
    return () => clearTimeout(timer);
  }, [pending, names, client]);
}
