/** What providers lend for a while (access tokens, certificates), kept by this process, and by a store that all processes share. */

interface Kept {
  readonly text: Promise<string>;
  /** On the clock that never jumps. */
  untilMs: number;
}

export interface Lent {
  readonly text: string;
  readonly forSeconds: number;
}

/** Where several processes keep what is lent, so that one of them fetches it for all. */
export interface TokenStore {
  /** What is kept under the name, or what `make` gives, which is then kept. */
  readonly take: (name: string, make: () => Promise<Lent>) => Promise<Lent>;
  /** Forgets this text, and no other that has taken its place. */
  readonly drop: (name: string, text: string) => Promise<void>;
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

/** Forgets this text. Another that has taken its place meanwhile stays. */
export async function forgotten(name: string, text: string | undefined): Promise<void> {
  const known = kept.get(name);
  if (known && (text === undefined || (await known.text) === text)) kept.delete(name);
}
