import { useQueryClient } from "@tanstack/react-query";
import * as stockApi from "#core/contract/stock";
import { ApiError, callApi } from "../../api/api-client.ts";
import { invalidateApiQueries } from "../../api/hooks.ts";
import { isRepeat } from "../../api/repeats.ts";
import { countText } from "../../ui/format/format.tsx";
import { toastAdvice, toastError, toastSuccess } from "../../ui/toast.tsx";
import { putBack, type Received, useDelivery } from "./delivery.ts";
import { isKnown, type Sent } from "./draft.ts";

/** These are no answers of the operation: it may have been carried out, now or by an earlier attempt. */
const unknownOutcomes: readonly ApiError["code"][] = ["offline", "unexpected", "fault", "service.away"];

const refusals: readonly string[] = [...stockApi.receiveMany.refuses, "idempotency.mismatch"];

/** After an attempt without an answer, only what is refused once the key has been looked up is a refusal. */
const isRefused = ({ code }: ApiError, { uncertain }: Sent): boolean =>
  uncertain ? refusals.includes(code) : !unknownOutcomes.includes(code);

/** It has become too old while its user was asked to sign in. */
class TooOld extends Error {}

/** Sends what was sent, as often as needed: with the same key, it is received once. */
export function useSendDelivery(): () => Promise<void> {
  const client = useQueryClient();
  const { store } = useDelivery();
  return async () => {
    const { sent, isSending } = store.current();
    if (!sent || isSending) return;
    // It has become too old on an open page, which only now says so.
    if (!isKnown(sent.begunAt)) return store.change({});
    store.change({ isSending: true, error: null });
    try {
      const onSignedIn = () => {
        if (!isKnown(sent.begunAt)) throw new TooOld();
      };
      const answer = await callApi(stockApi.receiveMany, sent.input, { key: sent.key, onSignedIn });
      // After an attempt without an answer, the repeat brings the answer to that.
      const received = { ...answer, sent, isRepeat: isRepeat(answer) && !sent.uncertain };
      store.change({ sent: null, received });
      if (!store.isWatched()) toastSuccess(receivedText(received));
    } catch (error) {
      // It was not sent now: its alert, or that of the draft, says why.
      if (error instanceof TooOld) {
        if (!sent.uncertain) putBack(store, null);
        if (!store.isWatched())
          toastAdvice("Your delivery was not sent", "It was begun too long ago. Open it to see what to do.");
        return;
      }
      if (!(error instanceof ApiError)) throw error;
      if (isRefused(error, sent)) putBack(store, error);
      else store.change({ sent: { ...sent, uncertain: true }, error });
      if (!store.isWatched()) tell(error);
    } finally {
      store.change({ isSending: false });
    }
    await invalidateApiQueries(client);
  };
}

/** On another screen, where nothing else says what this is about. */
const tell = (error: ApiError): void =>
  error.code === "idempotency.mismatch"
    ? toastAdvice("Your delivery was not received", "Another version of it was.")
    : toastError(error);

export const unitsOf = ({ input }: Sent): number => input.lines.reduce((sum, { quantity }) => sum + quantity, 0);

export function receivedText({ sent, isRepeat: wasBefore }: Received): string {
  const units = countText(unitsOf(sent), "unit");
  return wasBefore
    ? `${units} had been received at ${sent.locationName} already: nothing was received now`
    : `${units} received at ${sent.locationName}`;
}
