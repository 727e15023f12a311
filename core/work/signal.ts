/** What a loop waits for: a change, or the time to look again. */

/** Changes are gathered for this long, so that a claim is for several rows. */
const gatherMs = 1;

export interface Signal {
  /** Something has changed. Has no effect while nothing waits. */
  readonly notify: () => void;
  /** Something has changed, without others to gather. */
  readonly notifyAtOnce: () => void;
  /** Resolves a moment after the next change, or when the time is up. */
  readonly wait: (withinMs: number) => Promise<void>;
}

export function newSignal(): Signal {
  let changed = () => {};
  let resumeNow = () => {};
  return {
    notify: () => changed(),
    notifyAtOnce: () => resumeNow(),
    wait: (withinMs) =>
      new Promise((resume) => {
        let gathering: NodeJS.Timeout | undefined;
        const go = () => {
          clearTimeout(timer);
          // Left running, it would make the next wait miss changes.
          clearTimeout(gathering);
          changed = () => {};
          resumeNow = () => {};
          resume();
        };
        const timer = setTimeout(go, withinMs);
        resumeNow = go;
        changed = () => {
          gathering ??= setTimeout(go, gatherMs);
        };
      }),
  };
}
