/** What a loop waits for: that something has changed, or that it is time to look again. */

/** Changes are gathered for so long, so that a claim is for several rows. */
const gatherMs = 1;

export interface Signal {
  /** Something has changed. When nobody waits, nothing comes of it. */
  readonly notify: () => void;
  /** Something has changed that comes alone. */
  readonly notifyAtOnce: () => void;
  /** Comes back a moment after the next change, or when the time is up. */
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
          // Left running, it would make the next wait deaf to changes.
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
