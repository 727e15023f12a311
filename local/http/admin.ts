/** The admin's own files, as CloudFront serves them for a deployed store. */
import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { type Encoding, encoded, encodingFor } from "#functions/encoding";
import { pageHeaders } from "#functions/page-headers";

const folder = join(import.meta.dirname, "..", "..", "dist", "web");
const assets = join(folder, "assets") + sep;

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** A file of the admin, or its page for any other address: the page does its own routing. */
export async function answerAdmin(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD", ...pageHeaders }).end();
    return;
  }
  const file = (await fileAt(path)) ?? (extname(path) === "" ? await fileAt("/index.html") : null);
  if (!file) {
    const isBuilt = await fileAt("/index.html");
    const retry = isBuilt ? {} : { refresh: "2", "retry-after": "2" };
    response.writeHead(isBuilt ? 404 : 503, { "content-type": types[".txt"], ...retry, ...pageHeaders });
    response.end(
      isBuilt
        ? "There is nothing at this address.\n"
        : "The admin is being built and will be here in a moment. The API is at /api, described at /api/docs.\n",
    );
    return;
  }
  const type = types[extname(file.path)] ?? "application/octet-stream";
  const isTextual = textual.test(type);
  const encoding = isTextual ? encodingFor(request.headers["accept-encoding"]) : null;
  const small = encoding && (await contentOf(file, encoding));
  const content = small ?? (await contentOf(file, null));
  if (!content) {
    response.writeHead(503, { "content-type": types[".txt"], "retry-after": "2", ...pageHeaders });
    return void response.end("This file cannot be read at the moment.\n");
  }
  response.writeHead(200, {
    "content-type": type,
    "content-length": content.length,
    ...(small && { "content-encoding": encoding }),
    ...(isTextual && { vary: "accept-encoding" }),
    // A built asset's name changes with its content; the page that refers to it must be revalidated each time.
    "cache-control": file.path.startsWith(assets) ? "public, max-age=31536000, immutable" : "no-cache",
    ...pageHeaders,
  });
  response.end(request.method === "HEAD" ? undefined : content);
}

interface Found {
  readonly path: string;
  readonly changedMs: number;
}

/** Images are already compressed. */
const textual = /^text\/|json$|^image\/svg/;
/** Brotli's levels go from 0 to 11: close to the smallest size, in a tenth of the time. */
const quality = 9;

interface Content {
  readonly changedMs: number;
  readonly made: Promise<Buffer | null>;
}
/** Each file is read and compressed once per encoding. Bounded by the build's files: some megabytes in all. */
const kept = new Map<string, Content>();

/** The file, compressed or not; null if it cannot be read now. */
function contentOf({ path, changedMs }: Found, encoding: Encoding | null): Promise<Buffer | null> {
  const key = `${encoding} ${path}`;
  const known = kept.get(key);
  if (known?.changedMs === changedMs) return known.made;
  const made: Content["made"] = (encoding ? compressed(path, encoding) : readFile(path)).catch(() => {
    if (kept.get(key)?.made === made) kept.delete(key);
    return null;
  });
  kept.set(key, { changedMs, made });
  return made;
}

/** The version that the build has compressed (web/build/compress.ts), if there is one. */
async function compressed(path: string, encoding: Encoding): Promise<Buffer> {
  const built = encoding === "br" ? await readFile(`${path}.br`).catch(() => null) : null;
  return built ?? encoded(await readFile(path), encoding, quality);
}

async function fileAt(path: string): Promise<Found | null> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  const full = join(folder, decoded);
  if (!full.startsWith(folder + sep) || decoded.includes("\0")) return null;
  const found = await stat(full).catch(() => null);
  return found?.isFile() ? { path: full, changedMs: found.mtimeMs } : null;
}
