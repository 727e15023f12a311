/** Asks who one is, and shows the sign-in at the same address to whoever is nobody yet. */
import { Center, Loader } from "@mantine/core";
import type { ReactNode } from "react";
import * as sessionApi from "#core/contract/session";
import * as storeApi from "#core/contract/store";
import { isApiError, useApiQuery } from "../api/hooks.ts";
import { hasSignedIn, SessionProvider } from "../api/session.tsx";
import { Problem } from "../ui/error-alert.tsx";
import { SignInPage } from "./sign-in.tsx";

export function Gate({ inside }: { inside: ReactNode }) {
  const who = useApiQuery(sessionApi.read, {}, { enabled: hasSignedIn() });
  const settings = useApiQuery(storeApi.read, {}, { enabled: who.isSuccess });
  if (who.data && settings.data) {
    return (
      <SessionProvider user={who.data} store={settings.data}>
        {inside}
      </SessionProvider>
    );
  }
  if (!hasSignedIn() || isApiError(who.error, "session.required")) return <SignInPage />;
  const error = who.error ?? settings.error;
  return (
    <Center mih="100dvh" p="md">
      {error ? (
        <Problem of={error} retry={() => void (who.error ? who : settings).refetch()} />
      ) : (
        <Loader size="sm" aria-label="Loading" />
      )}
    </Center>
  );
}
