import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { Answer } from "#core/contract/kit/operation";
import * as stockApi from "#core/contract/stock";
import { ApiError, callApi } from "../../api/api-client.ts";
import { invalidateApiQueries } from "../../api/hooks.ts";
import { countText } from "../../ui/format/format.tsx";
import { toastError, toastSuccess } from "../../ui/toast.tsx";
import { change, currentDelivery, isWatched, putBack, type Sent } from "./delivery.ts";

export interface Received extends Answer<typeof stockApi.receiveMany> {
  readonly sent: Sent;
}

/** These are no answers of the operation: it may have been carried out, now or by an earlier attempt. */
const unknownOutcomes: readonly ApiError["code"][] = ["offline", "unexpected", "fault", "service.away"];

/** After an attempt without an answer, only what is refused once the key has been looked up is a refusal. */
const isRefused = ({ code }: ApiError, { uncertain }: Sent): boolean =>
  code === "request.invalid" ||
  stockApi.receiveMany.refuses.some((refusal) => refusal === code) ||
  (!uncertain && !unknownOutcomes.includes(code));

export type Sending = ReturnType<typeof useSending>;

/** One at a time, also if the page was left and opened again. */
let isSending = false;

/** Sends what is in `sent`, as often as needed: with the same key, it is received once. */
export function useSending() {
  const client = useQueryClient();
  const [received, setReceived] = useState<Received | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isPending, setPending] = useState(isSending);

  const send = async () => {
    const { sent } = currentDelivery();
    if (!sent || isSending) return;
    isSending = true;
    setPending(true);
    setError(null);
    try {
      const answer = await callApi(stockApi.receiveMany, sent.input, { key: sent.key });
      change((before) => ({ ...before, sent: null }));
      setReceived({ ...answer, sent });
      if (!isWatched()) toastSuccess(`${countText(unitsOf(sent), "unit")} received at ${sent.at}`);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      if (isRefused(cause, sent)) putBack();
      else change((before) => ({ ...before, sent: { ...sent, uncertain: true } }));
      setError(cause);
      if (!isWatched()) toastError(cause);
    } finally {
      isSending = false;
      setPending(false);
    }
    await invalidateApiQueries(client);
  };
  const forgetError = useCallback(() => setError(null), []);
  return { send, received, error, isPending, forgetError };
}

export const unitsOf = ({ input }: Sent): number => input.lines.reduce((sum, { quantity }) => sum + quantity, 0);
