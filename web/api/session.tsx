/** Who is signed in, what they may do, and what happens when a session ends in the middle of something. */
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { Answer, Operation } from "#core/contract/kit";
import type { Right } from "#core/contract/rights";
import type * as sessionApi from "#core/contract/session";
import type * as storeApi from "#core/contract/store";
import { onSignedOut } from "./api-client.ts";

export interface SessionNow {
  readonly who: Answer<typeof sessionApi.read>;
  readonly store: Answer<typeof storeApi.read>;
  /** Whether to offer something. The store decides again when it is asked. */
  readonly may: (op: Pick<Operation, "right" | "vendor">) => boolean;
  readonly mayRight: (right: Right) => boolean;
}

const Session = createContext<SessionNow | null>(null);

export function SessionProvider(props: Pick<SessionNow, "who" | "store"> & { children: ReactNode }) {
  const { who, store, children } = props;
  const mayRight = (right: Right) => who.rights.includes(right);
  const may: SessionNow["may"] = ({ right, vendor }) => {
    if (who.vendor && vendor === "closed") return false;
    return right === "anyone" || right === "signedIn" || mayRight(right);
  };
  return <Session value={{ who, store, may, mayRight }}>{children}</Session>;
}

export function useSession(): SessionNow {
  const session = useContext(Session);
  if (!session) throw new Error("useSession is for screens behind the sign-in.");
  return session;
}

const mark = "signed-in";
/** Whether this browser signed in and has not signed out: a stranger is shown the sign-in without being asked who they are. */
export const hasSignedIn = (): boolean => localStorage.getItem(mark) !== null;
export const markSignedIn = (): void => localStorage.setItem(mark, "yes");
export const markSignedOut = (): void => localStorage.removeItem(mark);

/** Requests that met an ended session wait here, all for the same sign-in. */
let ended: { readonly signedIn: Promise<void>; readonly resume: () => void } | null = null;
const watchers = new Set<() => void>();
const tell = () => {
  for (const watcher of watchers) watcher();
};

/** From now on an ended session asks for the password over the page, and what was under way goes on after it. */
export function keepWorkOverSignIn(): () => void {
  onSignedOut(() => {
    if (!ended) {
      const { promise, resolve } = Promise.withResolvers<void>();
      ended = { signedIn: promise, resume: resolve };
      tell();
    }
    return ended.signedIn;
  });
  return () => onSignedOut(null);
}

export function resumeWork(): void {
  ended?.resume();
  ended = null;
  tell();
}

export const useSessionEnded = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => ended !== null,
  );
