import type { IncomingMessage } from "node:http";

/** Of all bodies that have not arrived in full: anyone can send the rest of theirs an hour later. */
export const unfinishedBytesMax = 128 * 1024 * 1024;

interface Unfinished {
  bytes: number;
  readonly giveUp: () => void;
}

/** The oldest first. */
const unfinished = new Set<Unfinished>();
let unfinishedBytes = 0;

/**
 * The whole body, or null as soon as it exceeds the limit of a request: nothing beyond that is held in memory.
 * @param how `drop` reads it in the same way and returns an empty one.
 * @throws an error if its client is gone, or if too much is held and its request is the oldest, which ends it.
 */
export async function bodyOf(
  request: IncomingMessage,
  bytesMax: number,
  how: "keep" | "drop" = "keep",
): Promise<Buffer | null> {
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) return null;
  // One buffer that grows: a chunk of one byte takes a hundred and fifty.
  let body = Buffer.alloc(0);
  const one: Unfinished = { bytes: 0, giveUp: () => void request.destroy() };
  unfinished.add(one);
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > bytesMax) return null;
      if (how === "drop") continue;
      if (bytes > body.length) {
        const larger = Buffer.alloc(Math.min(bytesMax, 2 * bytes));
        hold(one, larger.length - body.length);
        body.copy(larger);
        body = larger;
      }
      chunk.copy(body, bytes - chunk.length);
    }
  } finally {
    release(one);
  }
  return body.subarray(0, how === "drop" ? 0 : bytes);
}

function hold(one: Unfinished, bytes: number): void {
  one.bytes += bytes;
  unfinishedBytes += bytes;
  for (const oldest of unfinished) {
    if (unfinishedBytes <= unfinishedBytesMax) return;
    release(oldest);
    oldest.giveUp();
  }
}

function release(one: Unfinished): void {
  if (unfinished.delete(one)) unfinishedBytes -= one.bytes;
}
