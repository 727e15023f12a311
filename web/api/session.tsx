/** Who is signed in, what they may do, and how requests wait when the session expires. */
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { Answer, Operation } from "#core/contract/kit/operation";
import type * as sessionApi from "#core/contract/session";
import type * as storeApi from "#core/contract/store";
import type { Right } from "#core/contract/values/rights";
import { onSessionExpired } from "./api-client.ts";

interface SessionValue {
  readonly user: Answer<typeof sessionApi.read>;
  readonly store: Answer<typeof storeApi.read>;
  /** Whether to offer an operation. The store checks again when it is called. */
  readonly can: (op: Pick<Operation, "right" | "vendor">) => boolean;
  readonly hasRight: (right: Right) => boolean;
}

const SessionContext = createContext<SessionValue | null>(null);

export function SessionProvider(props: Pick<SessionValue, "user" | "store"> & { children: ReactNode }) {
  const { user, store, children } = props;
  const hasRight = (right: Right) => user.rights.includes(right);
  const can: SessionValue["can"] = ({ right, vendor }) => {
    if (user.vendor && vendor === "closed") return false;
    if (right === "storefront") return false;
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
/**
 * Whether someone has signed in with this browser and not signed out. If not, the sign-in is shown without a request.
 */
export const hasSignedIn = (): boolean => localStorage.getItem(storageKey) !== null;
/** With the time, so that the other tabs also hear of it if the same person signs in again. */
export const markSignedIn = (userId: string): void => localStorage.setItem(storageKey, `${userId} ${Date.now()}`);
export const markSignedOut = (): void => localStorage.removeItem(storageKey);

/** Set while the session has expired; all affected requests wait for the same sign-in. */
let expired: { readonly signedIn: Promise<void>; readonly resume: () => void } | null = null;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

function askToSignIn(): Promise<void> {
  if (!expired) {
    const { promise, resolve } = Promise.withResolvers<void>();
    expired = { signedIn: promise, resume: resolve };
    notify();
  }
  return expired.signedIn;
}

/**
 * From now on, an expired session asks for the password in a dialog, and requests wait for it. All tabs of a browser
 * share one session: if someone else signs in in another tab, nothing typed in this one is saved in their name. Returns
 * a function that ends this.
 */
export function holdRequestsUntilSignIn(userId: string): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== storageKey) return;
    if (newValue?.split(" ")[0] === userId) resumeRequests();
    else void askToSignIn();
  };
  addEventListener("storage", follow);
  onSessionExpired({ signedIn: () => expired?.signedIn, ask: askToSignIn });
  return () => {
    removeEventListener("storage", follow);
    onSessionExpired(null);
  };
}

export function resumeRequests(): void {
  expired?.resume();
  expired = null;
  notify();
}

export const useSessionExpired = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => expired !== null,
  );
