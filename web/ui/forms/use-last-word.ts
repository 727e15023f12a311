import { useEffect, useRef } from "react";
import type { ApiError } from "../../api/api-client.ts";
import { toastError } from "../toast.tsx";

/** Its own message says that what was typed is still there. */
const staleText = "This has changed since you opened it, and your changes were not saved.";

/**
 * What was refused because of a colleague's work may not be offered any more once the page shows that work: the form is
 * gone before its message has been read, and a toast has it. The returned function is told of each refusal, and of null
 * for each success.
 */
export function useLastWord(): (error: ApiError | null) => void {
  const refused = useRef<{ readonly error: ApiError; readonly url: string } | null>(null);
  useEffect(
    () => () => {
      const { error, url } = refused.current ?? {};
      // Whoever closes the form or leaves the page has read it.
      if (error && url === location.href) toastError(error.code === "version.stale" ? new Error(staleText) : error);
    },
    [],
  );
  return (error) => {
    refused.current = error && { error, url: location.href };
  };
}
