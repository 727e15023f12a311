/** The screens for an unknown URL, for one without access, and for a screen that failed. */
import { Button } from "@mantine/core";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { labelOf, type Right } from "#core/contract/values/rights";
import { ApiError } from "../api/api-client.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { ChunkErrorScreen, ChunkLoadError } from "./chunk-errors.tsx";

const homeLink = (
  <Button component={Link} to="/" variant="default" mt="sm">
    Go to Home
  </Button>
);

export function Forbidden({ right }: { right: Right | null }) {
  return (
    <Page title="No access">
      <EmptyState title="Your role does not have access to this screen" action={homeLink}>
        {right && `It needs the right “${labelOf(right)}”. `}
        Ask an owner of the store if you should have it.
      </EmptyState>
    </Page>
  );
}

export function NotFound() {
  return (
    <Page title="Page not found">
      <EmptyState title="There is no page at this address" action={homeLink}>
        The link may be old or incomplete.
      </EmptyState>
    </Page>
  );
}

/** A screen that failed, or whose code could not be loaded. The shell around it keeps working. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  if (error instanceof ChunkLoadError) return <ChunkErrorScreen onRetry={retry} />;
  const apiError =
    error instanceof ApiError ? error : new ApiError("fault", error instanceof Error ? error.message : "");
  return (
    <Page title="Something went wrong">
      <ErrorAlert error={apiError} onRetry={retry} />
    </Page>
  );
}
