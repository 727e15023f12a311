/** Two hooks serve every screen: what an operation answers, and a button's worth of work. */
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

/** How long an answer counts as known: within it a screen that is opened again asks nothing. */
const staleTimeMs = 5_000;

/** What is dear to work out is asked again after this only. */
const expensiveStaleTimeMs = 600_000;

/** What an act says nothing new about, and a window that is looked at again no more. */
export const expensiveQuery = {
  staleTime: expensiveStaleTimeMs,
  refetchOnWindowFocus: false,
  meta: { expensive: true },
};

/** After something has been done: every answer on screen is asked for again, and the others when they are shown. */
export const invalidateApiQueries = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ meta }) => !meta?.["expensive"] });

/** How soon a screen that is looked at shows what others do. A tab in the background asks nothing. */
const pollMs = 20_000;

/** An answer as the cache knows it: `client.prefetchQuery(answerOf(order.read, { id }))`. */
export const apiQuery = <Op extends Operation>(op: Op, input: Asked<Op>) =>
  queryOptions<Answer<Op>, ApiError>({
    queryKey: [op.name, input],
    queryFn: ({ signal }) => callApi(op, input, { signal }),
    staleTime: staleTimeMs,
  });

/** What an operation answers, kept fresh while a screen shows it. While another input is asked, the last answer stays. */
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
  /** Waited for before everything is asked again: the page of what is gone is left first. */
  readonly onSuccess?: (answer: Answer<Op>, input: Asked<Op>) => unknown;
}

/**
 * A button's worth of work. Every answer on screen is asked for again once it has been done. Pressed again after nobody
 * answered, it sends the same key: what had happened after all does not happen twice.
 */
export function useApiMutation<Op extends Operation>(op: Op, { version, onSuccess }: MutationOptions<Op> = {}) {
  const client = useQueryClient();
  const unsettled = useRef<{ request: string; key: string } | null>(null);
  return useMutation<Answer<Op>, ApiError, Asked<Op>>({
    mutationFn: async (input) => {
      const request = JSON.stringify([input, version]);
      const key = unsettled.current?.request === request ? unsettled.current.key : crypto.randomUUID();
      unsettled.current = { request, key };
      try {
        const answer = await callApi(op, input, { version, key });
        unsettled.current = null;
        return answer;
      } catch (error) {
        if (!isRetryable(error)) unsettled.current = null;
        throw error;
      }
    },
    onSuccess: async (answer, input) => {
      await onSuccess?.(answer, input);
      await invalidateApiQueries(client);
    },
  });
}

/** An answer that came with another one: whoever shows it next need not ask. */
export function setApiQueryData<Op extends Operation>(
  client: QueryClient,
  op: Op,
  input: Asked<Op>,
  answer: Answer<Op>,
): void {
  client.setQueryData(apiQuery(op, input).queryKey, answer);
}

export const shouldRetry = (failures: number, error: Error): boolean => failures < 3 && isRetryable(error);
export const isApiError = (error: unknown, code: ApiError["code"]): boolean =>
  error instanceof ApiError && error.code === code;
