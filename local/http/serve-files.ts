/** Files over HTTP, as S3 and CloudFront serve those of a deployed store: by signed URL, and public images. */
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { LRUCache } from "lru-cache";
import { presignedSeconds } from "#core/contract/parts/upload";
import { imageTypes } from "#core/contract/values/image-types";
import { type FileKey, keptDays } from "#core/file/folders";
import { presignAttachment, presignUpload } from "#core/file/presign";
import { filesBucket, mediaBucket, s3, s3ForReaders, statusOf } from "#core/file/s3";
import { writeFile } from "#core/file/write";
import { mediaHeaders, pdfHeaders } from "#functions/page-headers";
import { unfinished } from "./body-of.ts";

/** Of all answers that have not been sent in full: anyone can read theirs as slowly as they like. */
export const unsentBytesMax = 128 * 1024 * 1024;
const unsent = unfinished(unsentBytesMax);

/** Ends a response, of whose bytes those that it shares with others count once. */
export function endWith(response: ServerResponse, bytes: Uint8Array): void {
  const { socket } = response.req;
  if (socket.destroyed) return void response.end();
  const one = unsent.begin(() => void socket.destroy(), bytes);
  const leave = () => {
    socket.off("close", leave);
    unsent.release(one);
  };
  // Only the socket is told of a client that leaves before its turn.
  for (const either of [socket, response]) either.once("close", leave);
  response.end(bytes);
}

/** An image of the store. The content under a name never changes. */
export async function answerMedia(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") return end(response, 405, { allow: "GET, HEAD" });
  const found = await pictures.fetch(path.slice(1));
  if (!found) return end(response, 404);
  response.writeHead(200, {
    "content-type": found.type,
    "content-length": found.bytes.length,
    ...(found.cacheControl && { "cache-control": found.cacheControl }),
    ...mediaHeaders,
  });
  if (request.method === "HEAD") return void response.end();
  endWith(response, found.bytes);
}

interface Picture {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly cacheControl: string | undefined;
}

/** Clients that read slowly share a picture's bytes, and hold no connection to S3. */
const pictures = new LRUCache<string, Picture>({
  maxSize: 64_000_000,
  sizeCalculation: ({ bytes }) => bytes.length + 1_000,
  ttl: 60_000,
  fetchMethod: async (key): Promise<Picture | undefined> => {
    const found = await object(s3(), mediaBucket(), key);
    const type = imageTypes.find((one) => one === found?.ContentType);
    const bytes = await found?.Body?.transformToByteArray();
    return bytes && type && { bytes, type, cacheControl: found?.CacheControl };
  },
});

/** A request with a signed URL. The embedded S3 accepts any signature, so it is checked here. */
export async function answerSigned(request: IncomingMessage, response: ServerResponse, target: string): Promise<void> {
  if (request.method !== "GET" && request.method !== "PUT") return end(response, 405, { allow: "GET, PUT" });
  const url = new URL(target, "http://localhost");
  const key = keyIn(url.pathname);
  if (!key || !(await isGenuine(request, url, key))) return end(response, 403);
  if (request.method === "PUT") return take(request, response, key);
  const found = await object(s3ForReaders(), filesBucket(), key);
  if (!found) return end(response, 404);
  const type = url.searchParams.get("response-content-type") ?? "application/octet-stream";
  response.writeHead(200, {
    "content-type": type,
    "content-disposition": url.searchParams.get("response-content-disposition") ?? "attachment",
    "content-length": found.ContentLength,
    "cache-control": "private, no-store",
    ...(type === "application/pdf" ? pdfHeaders : mediaHeaders),
  });
  await sent(request, response, found.Body);
}

/** `/files/<bucket>/<key>`: our file names need no encoding. */
function keyIn(path: string): FileKey | null {
  const key = path.replace(`/files/${filesBucket()}/`, "");
  const isKey = (text: string): text is FileKey => Object.keys(keptDays).some((folder) => text.startsWith(folder));
  return isKey(key) && /^[\w./-]+$/.test(key) ? key : null;
}

/** Signs the same request again: it is genuine if the signature is the same and it has not expired. */
async function isGenuine({ method, headers }: IncomingMessage, { searchParams }: URL, key: FileKey): Promise<boolean> {
  const param = (name: string) => searchParams.get(name) ?? "";
  const at = timeOf(param("X-Amz-Date"));
  const ageSeconds = (Date.now() - Number(at)) / 1000;
  if (!at || ageSeconds < 0 || ageSeconds > presignedSeconds) return false;
  const type = headers["content-type"] ?? "";
  const disposition = param("response-content-disposition");
  const again =
    method === "PUT"
      ? await presignUpload({ key, type, bytes: Number(headers["content-length"]) }, at)
      : await presignAttachment({ key, disposition, type: param("response-content-type") }, at);
  const expected = Buffer.from(new URL(again).searchParams.get("X-Amz-Signature") ?? "");
  const given = Buffer.from(param("X-Amz-Signature"));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** "20261122T101500Z" */
function timeOf(text: string): Date | null {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  return iso === text || Number.isNaN(Date.parse(iso)) ? null : new Date(iso);
}

/**
 * The length is signed, and Node reads no more of a body than its header says; a truncated upload is not stored.
 * Uploaded in parts, because the embedded S3 accepts at most 11 MB at once.
 */
async function take(request: IncomingMessage, response: ServerResponse, key: FileKey): Promise<void> {
  await writeFile(key, request.headers["content-type"] ?? "application/octet-stream", request);
  end(response, 200);
}

async function object(client: S3Client, Bucket: string, Key: string) {
  try {
    return await client.send(new GetObjectCommand({ Bucket, Key }));
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

function end(response: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { "cache-control": "no-store", ...headers, ...mediaHeaders }).end();
}

/** A body that is not read to its end keeps its connection to S3 until it is destroyed. */
async function sent({ socket }: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
  if (!(body instanceof Readable)) return void response.end();
  const gone = new AbortController();
  const leaves = () => gone.abort();
  socket.once("close", leaves);
  try {
    // Not told by the response of a client that has left before its turn.
    if (!socket.destroyed) await pipeline(body, response, { signal: gone.signal });
  } catch (error) {
    // A client that goes away is no error of ours.
    if (!socket.destroyed) throw error;
  } finally {
    socket.off("close", leaves);
    body.destroy();
  }
}
