import * as location from "#core/contract/location";
import { useAnswer } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";

/** Locations in the order in which orders take stock from them, and how each is called. */
export function useLocations() {
  const { may } = useSession();
  const { data } = useAnswer(location.list, { limit: 200, archived: true }, { enabled: may(location.list) });
  const all = data?.items ?? [];
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return {
    open: all.filter(({ active, archivedAt }) => active && archivedAt === null),
    nameOf: (id: (typeof all)[number]["id"] | null): string => (id && names.get(id)) ?? "a location",
  };
}
