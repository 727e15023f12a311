/** Who is signed in, what they may do, and what happens when a session ends in the middle of something. */
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { Answer, Operation } from "#core/contract/kit";
import type { Right } from "#core/contract/rights";
import type * as sessionApi from "#core/contract/session";
import type * as storeApi from "#core/contract/store";
import { onSessionExpired } from "./api-client.ts";

export interface SessionValue {
  readonly user: Answer<typeof sessionApi.read>;
  readonly store: Answer<typeof storeApi.read>;
  /** Whether to offer something. The store decides again when it is asked. */
  readonly can: (op: Pick<Operation, "right" | "vendor">) => boolean;
  readonly hasRight: (right: Right) => boolean;
}

const SessionContext = createContext<SessionValue | null>(null);

export function SessionProvider(props: Pick<SessionValue, "user" | "store"> & { children: ReactNode }) {
  const { user, store, children } = props;
  const hasRight = (right: Right) => user.rights.includes(right);
  const can: SessionValue["can"] = ({ right, vendor }) => {
    if (user.vendor && vendor === "closed") return false;
    return right === "anyone" || right === "signedIn" || hasRight(right);
  };
  return <SessionContext value={{ user, store, can, hasRight }}>{children}</SessionContext>;
}

export function useSession(): SessionValue {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession is for screens behind the sign-in.");
  return session;
}

const storageKey = "signed-in";
/** Whether this browser signed in and has not signed out: a stranger is shown the sign-in without being asked who they are. */
export const hasSignedIn = (): boolean => localStorage.getItem(storageKey) !== null;
export const markSignedIn = (): void => localStorage.setItem(storageKey, "yes");
export const markSignedOut = (): void => localStorage.removeItem(storageKey);

/** Requests that met an ended session wait here, all for the same sign-in. */
let expired: { readonly signedIn: Promise<void>; readonly resume: () => void } | null = null;
const listeners = new Set<() => void>();
const notify = () => {
  for (const watcher of listeners) watcher();
};

/** From now on an ended session asks for the password over the page, and what was under way goes on after it. */
export function holdRequestsUntilSignIn(): () => void {
  onSessionExpired(() => {
    if (!expired) {
      const { promise, resolve } = Promise.withResolvers<void>();
      expired = { signedIn: promise, resume: resolve };
      notify();
    }
    return expired.signedIn;
  });
  return () => onSessionExpired(null);
}

export function resumeRequests(): void {
  expired?.resume();
  expired = null;
  notify();
}

export const useSessionExpired = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      listeners.add(watcher);
      return () => listeners.delete(watcher);
    },
    () => expired !== null,
  );
