/** Loads the session. Users who are not signed in see the sign-in, at the same URL. */
import { Center, VisuallyHidden } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useLayoutEffect } from "react";
import * as sessionApi from "#core/contract/session";
import * as storeApi from "#core/contract/store";
import { isApiError, useApiQuery } from "../api/hooks.ts";
import { hasSignedIn, SessionProvider } from "../api/session.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { loadChunk } from "./chunk-errors.tsx";

const SignInPage = lazy(loadChunk(() => import("./sign-in.tsx")));

export function AuthGate({ children }: { children: ReactNode }) {
  const user = useApiQuery(sessionApi.read, {}, { enabled: hasSignedIn() });
  const store = useApiQuery(storeApi.read, {}, { enabled: user.isSuccess });
  const mustSignIn = !hasSignedIn() || isApiError(user.error, "session.required");
  const error = user.error ?? store.error;
  const isWaiting = !(user.data && store.data) && !mustSignIn && !error;
  // Until then the page shows its static frame: web/index.html.
  useLayoutEffect(() => {
    if (!isWaiting) document.documentElement.removeAttribute("data-frame");
  }, [isWaiting]);
  if (user.data && store.data) {
    return (
      <SessionProvider user={user.data} store={store.data}>
        {children}
      </SessionProvider>
    );
  }
  if (mustSignIn) {
    return (
      <Suspense>
        <SignInPage />
      </Suspense>
    );
  }
  return (
    <Center mih="100dvh" p="md">
      {error ? (
        <ErrorAlert error={error} onRetry={() => void (user.error ? user : store).refetch()} />
      ) : (
        <VisuallyHidden role="status">Loading</VisuallyHidden>
      )}
    </Center>
  );
}
