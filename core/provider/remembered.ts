/** What providers lend for a while (access tokens, certificates), kept by this process and nowhere else. */

interface Kept {
  readonly text: Promise<string>;
  /** On the clock that never jumps. */
  untilMs: number;
}

export interface Lent {
  readonly text: string;
  readonly forSeconds: number;
}

const keptMax = 1_000;
/** Asked for anew a minute before it ends, so that none ends on its way. */
const marginMs = 60_000;
const kept = new Map<string, Kept>();

/** Whoever asks while it is being made shares it; what could not be made is not kept. */
export function remembered(name: string, make: () => Promise<Lent>): Promise<string> {
  const known = kept.get(name);
  if (known && known.untilMs > performance.now()) return known.text;
  if (kept.size >= keptMax) kept.clear();
  const entry: Kept = {
    text: make().then(
      ({ text, forSeconds }) => {
        entry.untilMs = performance.now() + forSeconds * 1_000 - marginMs;
        return text;
      },
      (error: unknown) => {
        if (kept.get(name) === entry) kept.delete(name);
        throw error;
      },
    ),
    untilMs: Number.POSITIVE_INFINITY,
  };
  kept.set(name, entry);
  return entry.text;
}

export const forgotten = (name: string): void => void kept.delete(name);
