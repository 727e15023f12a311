/** What this tab keeps over a reload, as JSON. A browser may keep nothing: then it lasts as long as the page. */

/** Undefined if nothing was kept. */
export function keptInTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "");
  } catch {
    return undefined;
  }
}

export function keepInTab(key: string, value: unknown): void {
  try {
    // First: if there is no room for the new state, better nothing than an earlier one.
    sessionStorage.removeItem(key);
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It lasts as long as the page.
  }
}
