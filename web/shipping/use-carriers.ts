import * as parcelApi from "#core/contract/parcel";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";

/** The carriers that can book labels; empty until they are known. */
export function useCarriers() {
  const { can } = useSession();
  const { data } = useApiQuery(parcelApi.listCarriers, {}, { enabled: can(parcelApi.listCarriers) });
  return data?.items ?? none;
}

const none: never[] = [];
