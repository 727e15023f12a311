/** A short message in the corner: what has just been done, or why it failed. What draws it is loaded after the screen. */
import { later } from "./later/later.ts";

const load = later(() => import("./later/toasts.tsx"));

/** Where even that cannot be loaded, the browser's own dialog says it: nobody may believe that nothing happened. */
const orAlert = (text: string) => () => globalThis.alert(text);

export function toastSuccess(message: string): void {
  load().then(({ showSuccess }) => showSuccess(message), orAlert(message));
}

/** What has been done, and for ten seconds a button that does the inverse. Where that fails, the next message says why. */
export function toastUndo(message: string, undo: () => Promise<unknown>): void {
  load().then(({ showUndo }) => showUndo(message, undo), orAlert(message));
}

export function toastError(error: Error): void {
  load().then(({ showError }) => showError(error), orAlert(error.message));
}
