/** An error in words that a clerk understands, with a button to try again where that may help. The words are loaded after the screen. */
import { lazy, type ReactNode, Suspense } from "react";
import type { ApiError } from "../api/api-client.ts";
import { later } from "./later.ts";

interface Props {
  readonly error: ApiError | null;
  readonly onRetry?: (() => void) | undefined;
}

type Shown = (props: Props & { readonly error: ApiError }) => ReactNode;

const ErrorText = lazy(
  later((): Promise<{ default: Shown }> => import("./error-text.tsx").catch(() => ({ default: WithoutWords }))),
);

/** An error must not take the screen down because its words cannot be loaded either. */
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
