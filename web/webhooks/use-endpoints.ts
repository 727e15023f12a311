import { useMemo } from "react";
import * as webhookApi from "#core/contract/webhook";
import { useFullList } from "../api/lookups.ts";
import { hostOf } from "./labels.ts";

/** The endpoints, for a select and to show the URL of one by its id. */
export function useEndpoints() {
  const items = useFullList(webhookApi.listEndpoints, {});
  return useMemo(
    () => ({
      urlOf: (id: string): string => items.find((endpoint) => endpoint.id === id)?.url ?? "",
      /** Its pending deliveries wait until it is resumed. */
      isPaused: (id: string): boolean => items.find((endpoint) => endpoint.id === id)?.active === false,
      options: items.map(({ id, url }) => ({ value: id, label: `${hostOf(url)} (${id.slice(-4)})` })),
    }),
    [items],
  );
}
