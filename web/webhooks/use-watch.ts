import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Operation } from "#core/contract/kit";

const everyMs = 2_000;

/** Asks again every few seconds while something on screen is still under way: a delivery turns green by itself. */
export function useWatch(ops: readonly Operation[], isUnderWay: boolean): void {
  const client = useQueryClient();
  const names = ops.map(({ name }) => name).join();
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "hidden") return;
      for (const name of names.split(",")) void client.invalidateQueries({ queryKey: [name] });
    }, everyMs);
    return () => clearInterval(timer);
  }, [isUnderWay, names, client]);
}
