import type { ReactNode } from "react";
import type { useApiQuery } from "../../api/hooks.ts";
import { ErrorAlert } from "../error-alert.tsx";

interface Props {
  readonly results: Pick<ReturnType<typeof useApiQuery>, "error" | "isFetching" | "refetch">;
  /** For when nothing matches. */
  readonly children: ReactNode;
}

/** In the place of a search's results: that nothing matches is only said once the store has answered so. */
export function NoMatches({ results, children }: Props) {
  if (results.isFetching) return null;
  if (results.error) return <ErrorAlert error={results.error} onRetry={() => void results.refetch()} />;
  return children;
}
