import * as parcelApi from "#core/contract/parcel";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";

/** The carriers that can book labels. */
export function useCarriers() {
  const mayList = useSession().can(parcelApi.listCarriers);
  const { data, error, refetch } = useApiQuery(parcelApi.listCarriers, {}, { enabled: mayList });
  return {
    carriers: data?.items ?? none,
    /** It is not known yet whether there are any. */
    isAwaited: mayList && data === undefined,
    error,
    refetch,
  };
}

const none: never[] = [];
