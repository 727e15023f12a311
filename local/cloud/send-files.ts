import { createReadStream } from "node:fs";
import type { buildApp } from "fauxqs";
import { openKept, type S3Store } from "./kept-files.ts";
import { S3Refusal } from "./s3-refusal.ts";

interface Asked {
  readonly Params: { readonly bucket?: string; readonly "*"?: string };
}

/** Sends objects as their readers take them: fauxqs loads all of one for each range that is asked for. */
export function sendFiles(app: ReturnType<typeof buildApp>, store: S3Store, folder: string): void {
  // Not an async hook: where the reader leaves before the end, Fastify would go on to fauxqs.
  app.addHook<Asked>("onRequest", ({ method, params, headers }, reply, goOn) => {
    const { bucket, "*": key } = params;
    if (method !== "GET" || !bucket || !key) return goOn();
    const { etag, contentType, contentLength, lastModified, cacheControl } = store.headObject(bucket, key);
    // Nothing to stream, and no byte for a range to begin with.
    if (contentLength === 0) return goOn();
    if (![undefined, etag].includes(headers["if-match"])) throw new S3Refusal("PreconditionFailed", 412);
    const [isPart, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
    const start = Number(from ?? 0);
    const end = Math.min(Number(to || Number.POSITIVE_INFINITY), contentLength - 1);
    if (start > end) throw new S3Refusal("InvalidRange", 416);
    reply.headers({ etag, "content-type": contentType, "last-modified": lastModified.toUTCString() });
    reply.header("content-length", end - start + 1);
    if (cacheControl) reply.header("cache-control", cacheControl);
    if (isPart) reply.code(206).header("content-range", `bytes ${start}-${end}/${contentLength}`);
    // Opened before anything is waited for: the bytes are those of the metadata.
    reply.send(createReadStream("", { fd: openKept(folder, bucket, key), start, end }));
  });
}
