import type { Answer } from "#core/contract/kit";
import * as location from "#core/contract/location";
import { useAnswer } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";

type Location = Answer<typeof location.read>;

const none: readonly Location[] = [];

/** All locations, those open to goods, and how each is called. Vendor logins have none. */
export function useLocations() {
  const { may } = useSession();
  const { data } = useAnswer(location.list, { limit: 200, archived: true }, { enabled: may(location.list) });
  const all = data?.items ?? none;
  return {
    all,
    open: all.filter(({ active, archivedAt }) => active && archivedAt === null),
    nameOf: (id: Location["id"] | null): string => all.find((one) => one.id === id)?.name ?? "a location",
    isKnown: data !== undefined,
  };
}
