/**
 * The cache of the whole page: for the hooks of the screens, and for the router, which prefetches what a screen shows
 * first.
 */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import * as sessionApi from "#core/contract/session";
import { isApiError, shouldRetry } from "./api/hooks.ts";
import { dateAnswer } from "./api/offline.ts";
import { toastError } from "./ui/toast.tsx";

// Requests are sent even when the browser reports that it is offline: that report is often wrong.
const networkMode = "always";

/** If the user has lost a right, the navigation and the buttons follow at once. */
const onError = (error: Error) => {
  if (!isApiError(error, "right.missing")) return;
  toastError(error);
  void queryClient.invalidateQueries({ queryKey: [sessionApi.read.name] });
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError, onSuccess: dateAnswer }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { retry: shouldRetry, networkMode }, mutations: { networkMode } },
});
