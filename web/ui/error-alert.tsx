/**
 * An error in words that a clerk understands, with a retry button where that may help. The texts are loaded after the
 * screen.
 */
import { lazy, type ReactNode, Suspense } from "react";
import type { ApiError } from "../api/api-client.ts";
import { later, loadPart } from "./later/later.ts";

interface Props {
  readonly error: ApiError | null;
  readonly onRetry?: (() => void) | undefined;
}

type Shown = (props: Props & { readonly error: ApiError }) => ReactNode;

const ErrorText = lazy(
  later(
    (): Promise<{ default: Shown }> =>
      loadPart(() => import("./later/error-text.tsx")).catch(() => ({ default: WithoutWords })),
  ),
);

/** If the texts cannot be loaded, the error must not take the screen down. */
const WithoutWords: Shown = ({ error, onRetry }) => (
  <p role="alert">
    {error.message}{" "}
    {onRetry && (
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    )}
  </p>
);

export function ErrorAlert({ error, onRetry }: Props) {
  if (!error) return null;
  return (
    <Suspense>
      <ErrorText error={error} onRetry={onRetry} />
    </Suspense>
  );
}
