import * as webhookApi from "#core/contract/webhook";
import { useApiQuery } from "../api/hooks.ts";
import { hostOf } from "./labels.ts";

/** The endpoints, for a choice of one and to call one by its address. */
export function useEndpoints() {
  const { data } = useApiQuery(webhookApi.listEndpoints, { limit: 200 });
  const items = data?.items ?? [];
  return {
    items,
    urlOf: (id: string): string => items.find((each) => each.id === id)?.url ?? "",
    options: items.map(({ id, url }) => ({ value: id, label: `${hostOf(url)} (${id.slice(-4)})` })),
  };
}
