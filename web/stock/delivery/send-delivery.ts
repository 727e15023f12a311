import { useQueryClient } from "@tanstack/react-query";
import * as stockApi from "#core/contract/stock";
import { ApiError, callApi } from "../../api/api-client.ts";
import { invalidateApiQueries } from "../../api/hooks.ts";
import { countText } from "../../ui/format/format.tsx";
import { toastError, toastSuccess } from "../../ui/toast.tsx";
import { putBack, type Sent, useDelivery } from "./delivery.ts";

/** These are no answers of the operation: it may have been carried out, now or by an earlier attempt. */
const unknownOutcomes: readonly ApiError["code"][] = ["offline", "unexpected", "fault", "service.away"];

const refusals: readonly string[] = [...stockApi.receiveMany.refuses, "idempotency.mismatch"];

/** After an attempt without an answer, only what is refused once the key has been looked up is a refusal. */
const isRefused = ({ code }: ApiError, { uncertain }: Sent): boolean =>
  uncertain ? refusals.includes(code) : !unknownOutcomes.includes(code);

/** Sends what was sent, as often as needed: with the same key, it is received once. */
export function useSendDelivery(): () => Promise<void> {
  const client = useQueryClient();
  const { store } = useDelivery();
  return async () => {
    const { sent, isSending } = store.current();
    if (!sent || isSending) return;
    store.change({ isSending: true, error: null });
    try {
      const answer = await callApi(stockApi.receiveMany, sent.input, { key: sent.key });
      store.change({ sent: null, received: { ...answer, sent } });
      if (!store.isWatched()) toastSuccess(`${countText(unitsOf(sent), "unit")} received at ${sent.locationName}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isRefused(error, sent)) putBack(store, error);
      else store.change({ sent: { ...sent, uncertain: true }, error });
      if (!store.isWatched()) toastError(error);
    } finally {
      store.change({ isSending: false });
    }
    await invalidateApiQueries(client);
  };
}

export const unitsOf = ({ input }: Sent): number => input.lines.reduce((sum, { quantity }) => sum + quantity, 0);
