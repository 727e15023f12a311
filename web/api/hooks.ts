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
import { ask, isPassing, Refused } from "./api-client.ts";

/** How long an answer counts as known: within it a screen that is opened again asks nothing. */
const freshMs = 5_000;

/** What is dear to work out is asked again after this only. */
const rarelyMs = 600_000;

/** What an act says nothing new about, and a window that is looked at again no more. */
export const askedRarely = { staleTime: rarelyMs, refetchOnWindowFocus: false, meta: { rarely: true } };

/** After something has been done: every answer on screen is asked for again, and the others when they are shown. */
export const askAllAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ meta }) => !meta?.["rarely"] });

/** How soon a screen that is looked at shows what others do. A tab in the background asks nothing. */
const liveMs = 20_000;

/** An answer as the cache knows it: `client.prefetchQuery(answerOf(order.read, { id }))`. */
export const answerOf = <Op extends Operation>(op: Op, input: Asked<Op>) =>
  queryOptions<Answer<Op>, Refused>({
    queryKey: [op.name, input],
    queryFn: ({ signal }) => ask(op, input, { signal }),
    staleTime: freshMs,
  });

/** What an operation answers, kept fresh while a screen shows it. While another input is asked, the last answer stays. */
export function useAnswer<Op extends Operation>(
  op: Op,
  input: Asked<Op>,
  { enabled = true, keep = true, rarely = false, live = false } = {},
) {
  return useQuery<Answer<Op>, Refused>({
    ...answerOf(op, input),
    enabled,
    ...(rarely && askedRarely),
    ...(live && { refetchInterval: liveMs }),
    ...(keep && { placeholderData: keepPreviousData }),
  });
}

interface Act<Op extends Operation> {
  /** The version that the screen shows, for an operation that is versioned. */
  readonly version?: number | undefined;
  /** Waited for before everything is asked again: the page of what is gone is left first. */
  readonly onDone?: (answer: Answer<Op>, input: Asked<Op>) => unknown;
}

/**
 * A button's worth of work. Every answer on screen is asked for again once it has been done. Pressed again after nobody
 * answered, it sends the same key: what had happened after all does not happen twice.
 */
export function useAct<Op extends Operation>(op: Op, { version, onDone }: Act<Op> = {}) {
  const client = useQueryClient();
  const unsettled = useRef<{ request: string; key: string } | null>(null);
  return useMutation<Answer<Op>, Refused, Asked<Op>>({
    mutationFn: async (input) => {
      const request = JSON.stringify([input, version]);
      const key = unsettled.current?.request === request ? unsettled.current.key : crypto.randomUUID();
      unsettled.current = { request, key };
      try {
        const answer = await ask(op, input, { version, key });
        unsettled.current = null;
        return answer;
      } catch (error) {
        if (!isPassing(error)) unsettled.current = null;
        throw error;
      }
    },
    onSuccess: async (answer, input) => {
      await onDone?.(answer, input);
      await askAllAgain(client);
    },
  });
}

/** An answer that came with another one: whoever shows it next need not ask. */
export function remember<Op extends Operation>(
  client: QueryClient,
  op: Op,
  input: Asked<Op>,
  answer: Answer<Op>,
): void {
  client.setQueryData(answerOf(op, input).queryKey, answer);
}

export const retry = (failures: number, error: Error): boolean => failures < 3 && isPassing(error);
export const isRefused = (error: unknown, code: Refused["code"]): boolean =>
  error instanceof Refused && error.code === code;
