import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Operation } from "#core/contract/kit";

const soonMs = 2_000;
const everyMs = 5_000;

/**
 * Asks again every few seconds, and sooner while something on screen is still under way: whoever sets up a receiver
 * looks at the list and waits for the first delivery to turn green.
 */
export function useWatch(ops: readonly Operation[], isUnderWay: boolean): void {
  const client = useQueryClient();
  const names = ops.map(({ name }) => name).join();
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (document.visibilityState === "hidden") return;
        for (const name of names.split(",")) void client.invalidateQueries({ queryKey: [name] });
      },
      isUnderWay ? soonMs : everyMs,
    );
    return () => clearInterval(timer);
  }, [isUnderWay, names, client]);
}
