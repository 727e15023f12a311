import { useEffect, useRef } from "react";
import type { Operation } from "#core/contract/kit/operation";
import type { ApiError } from "../../api/api-client.ts";
import { isOfState } from "../../api/hooks.ts";
import { toastError } from "../toast.tsx";

/** Its own message says that what was typed is still there. */
const staleText = "This has changed since you opened it, and your changes were not saved.";

/**
 * What was refused because of a colleague's work may not be offered any more once the page shows that work: the form is
 * gone before its message has been read, and a toast has it. The returned function is told of each refusal, and of null
 * whenever something is sent.
 */
export function useLastWord(op: Operation): (error: ApiError | null) => void {
  const refused = useRef<{ readonly error: ApiError; readonly url: string } | null>(null);
  useEffect(() => {
    // Whoever presses something afterwards, leaves the page or chooses another form, has read it.
    const onPress = () => {
      refused.current = null;
    };
    for (const press of presses) addEventListener(press, onPress, true);
    return () => {
      for (const press of presses) removeEventListener(press, onPress, true);
      const { error, url } = refused.current ?? {};
      if (error && url === location.href) toastError(error.code === "version.stale" ? new Error(staleText) : error);
    };
  }, []);
  return (error) => {
    // If no answer came, it may well have been saved.
    refused.current = error && isOfState(op, error) ? { error, url: location.href } : null;
  };
}

const presses = ["pointerdown", "keydown"] as const;
