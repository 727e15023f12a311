import * as locationApi from "#core/contract/location";
import { useApiQuery } from "./hooks.ts";
import { useSession } from "./session.tsx";

/** All locations, in the order in which orders take stock from them. Vendor logins get none. */
export function useLocations() {
  const { can } = useSession();
  const { data } = useApiQuery(locationApi.list, { limit: 200, archived: true }, { enabled: can(locationApi.list) });
  const all = data?.items ?? none;
  return {
    all,
    open: all.filter(({ active, archivedAt }) => active && archivedAt === null),
    nameOf: (id: string | null): string => all.find((location) => location.id === id)?.name ?? "a location",
    isLoaded: data !== undefined,
  };
}

const none: never[] = [];
