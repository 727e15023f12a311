/** Loads who is signed in. Whoever is not sees the sign-in, at the same URL. */
import { Center, Loader } from "@mantine/core";
import type { ReactNode } from "react";
import * as sessionApi from "#core/contract/session";
import * as storeApi from "#core/contract/store";
import { isApiError, useApiQuery } from "../api/hooks.ts";
import { hasSignedIn, SessionProvider } from "../api/session.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { SignInPage } from "./sign-in.tsx";

export function AuthGate({ children }: { children: ReactNode }) {
  const user = useApiQuery(sessionApi.read, {}, { enabled: hasSignedIn() });
  const store = useApiQuery(storeApi.read, {}, { enabled: user.isSuccess });
  if (user.data && store.data) {
    return (
      <SessionProvider user={user.data} store={store.data}>
        {children}
      </SessionProvider>
    );
  }
  if (!hasSignedIn() || isApiError(user.error, "session.required")) return <SignInPage />;
  const error = user.error ?? store.error;
  return (
    <Center mih="100dvh" p="md">
      {error ? (
        <ErrorAlert error={error} onRetry={() => void (user.error ? user : store).refetch()} />
      ) : (
        <Loader size="sm" aria-label="Loading" />
      )}
    </Center>
  );
}
