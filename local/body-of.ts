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
  const chunks: Buffer[] = [];
  const one: Unfinished = { bytes: 0, giveUp: () => void request.destroy() };
  unfinished.add(one);
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > bytesMax) return null;
      if (how === "drop") continue;
      chunks.push(chunk);
      hold(one, chunk.length);
    }
  } finally {
    release(one);
  }
  return Buffer.concat(chunks);
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
