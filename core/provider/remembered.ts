/** Providers' temporary values (access tokens, certificates), kept by this process and in a store shared by all. */

interface Kept {
  readonly text: Promise<string>;
  /** On the monotonic clock. */
  untilMs: number;
}

export interface Lent {
  readonly text: string;
  readonly forSeconds: number;
}

/** A store shared by processes, so that one of them fetches a token for all. */
export interface TokenStore {
  /** The token stored under the name, otherwise the one from `make`, which is then stored. */
  readonly take: (name: string, make: () => Promise<Lent>) => Promise<Lent>;
  /** Removes this text, but not a newer one. */
  readonly drop: (name: string, text: string) => Promise<void>;
}

const keptMax = 1_000;
/** Renewed a minute early, so that none expires in transit. */
const marginMs = 60_000;
const kept = new Map<string, Kept>();

/** Concurrent callers share one `make`; a failure is not kept. */
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

/** Removes this text, but not a newer one; without a text, whatever is kept. */
export async function forgotten(name: string, text: string | undefined): Promise<void> {
  const known = kept.get(name);
  if (known && (text === undefined || (await known.text) === text)) kept.delete(name);
}
