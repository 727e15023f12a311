import type { IncomingMessage } from "node:http";

/** Of all bodies that have not arrived in full: anyone can send the rest of theirs an hour later. */
export const unfinishedBytesMax = 128 * 1024 * 1024;
const bodies = unfinished(unfinishedBytesMax);

interface Unfinished {
  bytes: number;
  /** Bytes that others may hold as well. */
  readonly shared: Uint8Array | null;
  readonly giveUp: () => void;
}

/** For a whole body of 6 MB over a line of 160 kbit/s. */
const bodyMs = 300_000;

/** What is in memory for as long as a client takes to send or to receive it: beyond a limit, the oldest is given up. */
export function unfinished(bytesMax: number) {
  /** The oldest first. */
  const all = new Set<Unfinished>();
  const holders = new Map<Uint8Array, number>();
  let bytesHeld = 0;

  /** @param shared bytes that count once for all who hold them. */
  function begin(giveUp: () => void, shared: Uint8Array | null = null): Unfinished {
    const one = { bytes: 0, shared, giveUp };
    all.add(one);
    if (shared && countHolder(shared, 1) === 1) add(shared.length);
    return one;
  }

  function hold(one: Unfinished, bytes: number): void {
    one.bytes += bytes;
    add(bytes);
  }

  function add(bytes: number): void {
    bytesHeld += bytes;
    for (const oldest of all) {
      if (bytesHeld <= bytesMax) return;
      release(oldest);
      oldest.giveUp();
    }
  }

  function release(one: Unfinished): void {
    if (!all.delete(one)) return;
    bytesHeld -= one.bytes;
    if (one.shared && countHolder(one.shared, -1) === 0) bytesHeld -= one.shared.length;
  }

  /** @returns how many hold them now. */
  function countHolder(shared: Uint8Array, by: 1 | -1): number {
    const count = (holders.get(shared) ?? 0) + by;
    if (count === 0) holders.delete(shared);
    else holders.set(shared, count);
    return count;
  }

  return { begin, hold, release };
}

/**
 * The whole body, or null as soon as it exceeds the limit of a request: nothing beyond that is held in memory.
 * @param how `drop` reads it in the same way and returns an empty one.
 * @throws an error if its client is gone. One that takes too long is ended, and if too much is held the oldest.
 */
export async function bodyOf(
  request: IncomingMessage,
  bytesMax: number,
  how: "keep" | "drop" = "keep",
  withinMs = bodyMs,
): Promise<Buffer | null> {
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) return null;
  // One buffer that grows: a chunk of one byte takes a hundred and fifty.
  let body = Buffer.alloc(0);
  const giveUp = () => void request.destroy();
  const one = bodies.begin(giveUp);
  const late = setTimeout(giveUp, withinMs);
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > bytesMax) return null;
      if (how === "drop") continue;
      if (bytes > body.length) {
        const larger = Buffer.alloc(Math.min(bytesMax, 2 * bytes));
        bodies.hold(one, larger.length - body.length);
        body.copy(larger);
        body = larger;
      }
      chunk.copy(body, bytes - chunk.length);
    }
  } finally {
    clearTimeout(late);
    bodies.release(one);
  }
  return body.subarray(0, how === "drop" ? 0 : bytes);
}
