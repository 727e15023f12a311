/** The two hooks of every screen: `useApiQuery` for what an operation answers, `useApiMutation` for what a button does. */
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import type { Answer, Asked, Operation } from "#core/contract/kit";
import { ApiError, callApi, isRetryable } from "./api-client.ts";

/** How long an answer is fresh: a screen that is opened again within this time fetches nothing. */
const staleTimeMs = 5_000;

/** The same for what takes the store long to work out. */
const expensiveStaleTimeMs = 600_000;

/** For a query that takes the store long: no mutation and no focus of the window fetches it again. */
export const expensiveQuery = {
  staleTime: expensiveStaleTimeMs,
  refetchOnWindowFocus: false,
  meta: { expensive: true },
};

/** After a mutation: every query on screen is fetched again, and the others when they are next shown. */
export const invalidateApiQueries = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ meta }) => !meta?.["expensive"] });

/** How soon a visible screen shows what others have done. A browser tab in the background fetches nothing. */
const pollMs = 20_000;

/** The query of an operation, as the cache knows it: `client.prefetchQuery(apiQuery(orderApi.read, { id }))`. */
export const apiQuery = <Op extends Operation>(op: Op, input: Asked<Op>) =>
  queryOptions<Answer<Op>, ApiError>({
    queryKey: [op.name, input],
    queryFn: ({ signal }) => callApi(op, input, { signal }),
    staleTime: staleTimeMs,
  });

/** What an operation answers. While another input is fetched, the last answer stays on screen (`keepPrevious`). */
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
  /** The version that the screen shows, for an operation that is versioned. */
  readonly version?: number | undefined;
  /** Awaited before everything is fetched again, so that the page of a removed record can be left first. */
  readonly onSuccess?: (answer: Answer<Op>, input: Asked<Op>) => unknown;
}

/**
 * What a button does. Afterwards, and when it was refused, every query on screen is fetched again. When no answer came and
 * the button is pressed again, the request has the same idempotency key: what has been done already is not done twice.
 */
export function useApiMutation<Op extends Operation>(op: Op, { version, onSuccess }: MutationOptions<Op> = {}) {
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
    // What was refused may be so because others have changed it: what it is now stands beside the words.
    onError: (error) => {
      if (isOfState(op, error)) void invalidateApiQueries(client);
    },
  });
}

/** Whether an operation was refused for how things stand in the store, and not for how it was asked. */
const isOfState = ({ right }: Operation, error: ApiError): boolean =>
  right !== "anyone" && error.code !== "request.invalid" && !isRetryable(error);

/** Puts an answer that came with another one into the cache, so that the screen that shows it need not fetch it. */
export function setApiQueryData<Op extends Operation>(
  client: QueryClient,
  op: Op,
  input: Asked<Op>,
  answer: Answer<Op>,
): void {
  client.setQueryData(apiQuery(op, input).queryKey, answer);
}

/** Whoever has waited half a minute for no answer is told so, and does not wait as long again. */
export const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 3 && isRetryable(error) && !(error instanceof ApiError && error.detail["timedOut"] === true);
export const isApiError = (error: unknown, code: ApiError["code"]): boolean =>
  error instanceof ApiError && error.code === code;
