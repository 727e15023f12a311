/** The two hooks of every screen: `useApiQuery` to read an operation, `useApiMutation` for the action of a button. */
import {
  focusManager,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import type { Answer, Asked, Operation } from "#core/contract/kit/operation";
import { ApiError, callApi, isRetryable } from "./api-client.ts";
import { forgetOwnVersions } from "./own-versions.ts";

/** How long an answer is fresh: a screen reopened within this time fetches nothing. */
const staleTimeMs = 5_000;

/** The same for queries that are expensive for the store. */
const expensiveStaleTimeMs = 600_000;

/** For a query that is expensive for the store: mutations and window focus do not refetch it. */
export const expensiveQuery = {
  staleTime: expensiveStaleTimeMs,
  refetchOnWindowFocus: false,
  meta: { expensive: true },
};

/** After a mutation: refetches every query on screen, and the others when they are next shown. */
export const invalidateApiQueries = (client: QueryClient): Promise<void> =>
  forgetOwnVersions(client.invalidateQueries({ predicate: ({ meta }) => !meta?.["expensive"] }));

/**
 * Refetches these operations for a screen that polls. Not in a background tab, and not during a mutation, which refetches
 * everything afterwards: the answer would be outdated, and 404 for a record that is being removed.
 */
export function pollApiQueries(client: QueryClient, names: readonly string[]): void {
  if (!focusManager.isFocused() || client.isMutating() > 0) return;
  for (const name of names) void client.invalidateQueries({ queryKey: [name] });
}

/** How often a visible screen is refreshed to show the changes of others. Background tabs fetch nothing. */
const pollMs = 20_000;

/** The cached query of an operation: `client.prefetchQuery(apiQuery(orderApi.read, { id }))`. */
export const apiQuery = <Op extends Operation>(op: Op, input: Asked<Op>) =>
  queryOptions<Answer<Op>, ApiError>({
    queryKey: [op.name, input],
    queryFn: ({ signal }) => callApi(op, input, { signal }),
    staleTime: staleTimeMs,
  });

/** The answer of an operation. While a new input is fetched, the last answer can stay on screen (`keepPrevious`). */
export function useApiQuery<Op extends Operation>(
  op: Op,
  input: Asked<Op>,
  { enabled = true, keepPrevious = true, expensive = false, poll = false } = {},
) {
  return useQuery<Answer<Op>, ApiError>({
    ...apiQuery(op, input),
    enabled,
    ...(expensive && expensiveQuery),
    ...(poll && { refetchInterval: pollMs }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  });
}

interface MutationOptions<Op extends Operation> {
  /** The version on screen, for a versioned operation. */
  readonly version?: number | undefined;
  /** Awaited before everything is refetched, so that the page of a removed record can be left first. */
  readonly onSuccess?: (answer: Answer<Op>, input: Asked<Op>) => unknown;
  readonly onError?: (error: ApiError) => void;
}

/**
 * The action of a button. Afterwards, also when it was refused, every query on screen is refetched. If no answer came
 * and the button is pressed again, the request has the same idempotency key, so that it takes effect only once.
 */
export function useApiMutation<Op extends Operation>(
  op: Op,
  { version, onSuccess, onError }: MutationOptions<Op> = {},
) {
  const client = useQueryClient();
  const unanswered = useRef<{ request: string; key: string } | null>(null);
  return useMutation<Answer<Op>, ApiError, Asked<Op>>({
    mutationFn: async (input) => {
      const request = JSON.stringify([input, version]);
      const key = unanswered.current?.request === request ? unanswered.current.key : crypto.randomUUID();
      unanswered.current = { request, key };
      try {
        const answer = await callApi(op, input, { version, key });
        unanswered.current = null;
        return answer;
      } catch (error) {
        if (!isRetryable(error)) unanswered.current = null;
        throw error;
      }
    },
    onSuccess: async (answer, input) => {
      await onSuccess?.(answer, input);
      await invalidateApiQueries(client);
    },
    // A refusal may be due to changes by others: refetch, so that the current state is shown next to the message.
    onError: async (error) => {
      onError?.(error);
      if (!isOfState(op, error)) return;
      const fetched = invalidateApiQueries(client);
      // Only then is it known what someone else has changed, and which version would be overwritten.
      if (error.code === "version.stale") await fetched;
    },
  });
}

/** Whether an operation was refused because of the store's state, not because of the request. */
export const isOfState = ({ right }: Operation, error: ApiError): boolean =>
  right !== "anyone" && error.code !== "request.invalid" && !isRetryable(error);

/** Puts an answer that came with another one into the cache, so that its screen need not fetch it. */
export function setApiQueryData<Op extends Operation>(
  client: QueryClient,
  op: Op,
  input: Asked<Op>,
  answer: Answer<Op>,
): void {
  client.setQueryData(apiQuery(op, input).queryKey, answer);
}

/** No retry after a timeout: after waiting half a minute, the user gets the error. */
export const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 3 && isRetryable(error) && !(error instanceof ApiError && error.detail["timedOut"] === true);
export const isApiError = (error: unknown, code: ApiError["code"]): boolean =>
  error instanceof ApiError && error.code === code;
