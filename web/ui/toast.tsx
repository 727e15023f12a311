/** A toast: what has just been done, or why it failed. The code that renders it is loaded after the screen. */
import { later, loadPart } from "./later/later.ts";

const { promise, resolve } = Promise.withResolvers<typeof import("./later/toasts.tsx")>();

/** What renders the toasts, once it is loaded: a second copy, under another URL, would wait for its own container. */
export const loadedToasts = promise;

const load = later(async () => {
  resolve(await loadPart(() => import("./later/toasts.tsx")));
  return (await promise).default;
});

/** If even that cannot be loaded, the browser's own dialog shows the message, so that it is not missed. */
const orAlert = (text: string) => () => globalThis.alert(text);

export function toastSuccess(message: string): void {
  load().then(({ showSuccess }) => showSuccess(message), orAlert(message));
}

/** Says what has been done, with an Undo button for ten seconds. If undoing fails, the next toast says why. */
export function toastUndo(message: string, undo: () => Promise<unknown>): void {
  load().then(({ showUndo }) => showUndo(message, undo), orAlert(message));
}

export function toastError(error: Error): void {
  load().then(({ showError }) => showError(error), orAlert(error.message));
}

/** What the user should look at, although the store has refused nothing. */
export function toastAdvice(title: string, advice: string): void {
  load().then(({ showAdvice }) => showAdvice(title, advice), orAlert(advice));
}
