/** What has been asked and answered, for the whole page: the screens by their hooks, the router before it shows one. */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import * as sessionApi from "#core/contract/session";
import { isApiError, shouldRetry } from "./api/hooks.ts";
import { sayRefused } from "./ui/toast.tsx";

// Asked even when the browser believes to be offline: it is often wrong, and an answer that says so is better than none.
const networkMode = "always";

/** Somebody has taken a right from this person: the navigation and the buttons follow at once. */
const onError = (error: Error) => {
  if (!isApiError(error, "right.missing")) return;
  sayRefused(error);
  void queryClient.invalidateQueries({ queryKey: [sessionApi.read.name] });
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { retry: shouldRetry, networkMode }, mutations: { networkMode } },
});
