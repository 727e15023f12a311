import type { IncomingMessage } from "node:http";

/**
 * The whole body, or null as soon as it exceeds the limit of a request: nothing beyond that is held in memory.
 * @param how `drop` reads it in the same way and returns an empty one.
 */
export async function bodyOf(
  request: IncomingMessage,
  bytesMax: number,
  how: "keep" | "drop" = "keep",
): Promise<Buffer | null> {
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > bytesMax) return null;
    if (how === "keep") chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
