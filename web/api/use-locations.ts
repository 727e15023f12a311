import * as locationApi from "#core/contract/location";
import { useAllPages } from "./lookups.ts";
import { useSession } from "./session.tsx";

/** All locations, in the order in which orders take stock from them. Vendor logins get none. */
export function useLocations() {
  const mayList = useSession().can(locationApi.list);
  const { data, error, refetch } = useAllPages(locationApi.list, { archived: true });
  const all = data ?? none;
  return {
    all,
    open: all.filter(({ active, archivedAt }) => active && archivedAt === null),
    nameOf: (id: string | null): string =>
      all.find((location) => location.id === id)?.name ?? (data || error || !mayList ? "a location" : "…"),
    mayList,
    /** They have been asked for, and are not there. */
    isAwaited: mayList && !data,
    error,
    refetch,
  };
}

const none: never[] = [];
