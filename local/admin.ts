/** The admin's own files, as CloudFront serves them for a deployed store. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { pageHeaders } from "#functions/page-headers";

const folder = join(import.meta.dirname, "..", "dist", "web");

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

/** A file of the admin, or its page for any address that is no file: the page finds its own way from there. */
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
  response.writeHead(200, {
    "content-type": types[extname(file.path)] ?? "application/octet-stream",
    "content-length": file.bytes,
    // A built asset's name changes with its content; the page that names it must be asked for each time.
    "cache-control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    ...pageHeaders,
  });
  if (request.method === "HEAD") response.end();
  else
    createReadStream(file.path)
      .on("error", () => response.destroy())
      .pipe(response);
}

async function fileAt(path: string): Promise<{ path: string; bytes: number } | null> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  const full = join(folder, decoded);
  if (!full.startsWith(folder + sep) || decoded.includes("\0")) return null;
  const found = await stat(full).catch(() => null);
  return found?.isFile() ? { path: full, bytes: found.size } : null;
}
