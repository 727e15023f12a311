/** Files on one machine: the runtime as a process, used over HTTP like from a browser. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { lstat, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { get, type IncomingMessage, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { importBytesMax } from "#core/contract/import";
import { startApi } from "#local/http/api";
import { unsentBytesMax } from "#local/http/serve-files";
import { aPng } from "../support/given/pictures.ts";
import { aBegunFolder, aRuntime, signedIn } from "../support/harness/runtime.ts";

interface Shown {
  readonly id: string;
  readonly images: readonly { readonly url: string; readonly thumbnailUrl: string }[];
}
interface Requested {
  readonly imageId: string;
  readonly upload: { readonly url: string; readonly headers: Record<string, string> };
}

let folder: string;
let runtime: Awaited<ReturnType<typeof aRuntime>>;
let ask: Awaited<ReturnType<typeof signedIn>>;
let product: Shown;

beforeAll(async () => {
  folder = await aBegunFolder();
  runtime = await aRuntime(folder);
  ask = await signedIn(runtime);
  product = await ask<Shown>("POST", "/api/admin/products", { title: "Bowl" });
}, 120_000);

const bytes = aPng({ width: 300, height: 200 });

const requested = (length = bytes.length) =>
  ask<Requested>("POST", `/api/admin/products/${product.id}/images/uploads`, { type: "image/png", bytes: length });

const put = (url: string, body: Buffer, type = "image/png") =>
  fetch(url, { method: "PUT", body, headers: { "content-type": type } });

describe("an upload", () => {
  it("goes to the store's own address, becomes an image, and survives a restart", async () => {
    const { imageId, upload } = await requested();
    expect(upload.url).toMatch(new RegExp(`^${runtime.url}/files/`));
    expect((await put(upload.url, bytes)).status).toBe(200);
    const { images } = await ask<Shown>("POST", `/api/admin/products/${product.id}/images`, { imageId });
    const [url] = images.map((one) => one.url);
    expect(url).toMatch(new RegExp(`^${runtime.url}/media/products/`));
    const shown = async (address: string) => {
      const answer = await fetch(address);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
      return answer.headers;
    };
    const headers = await shown(url!);
    expect(headers.get("content-type")).toBe("image/png");
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    const head = await fetch(url!, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(bytes.length)]);

    await runtime.end();
    runtime = await aRuntime(folder);
    await shown(url!.replace(/^http:\/\/[^/]+/, runtime.url));
    ask = await signedIn(runtime);
    const { images: after } = await ask<Shown>("GET", `/api/admin/products/${product.id}`);
    await shown(after[0]!.url);
  }, 120_000);

  // A file's bytes are written before its metadata: a full disk or a power cut may come between the two.
  it("that was interrupted neither keeps a store from starting nor affects other files", {
    timeout: 120_000,
  }, async () => {
    await put((await requested()).upload.url, bytes);
    await runtime.end();
    const files = join(folder, "files");
    const objects = join(files, "buckets", "quartermaster-files", "objects", "uploads");
    const parts = join(files, "_multipart", "cut-off", "parts");
    await mkdir(parts, { recursive: true });
    await writeFile(join(objects, "cut-off.data"), bytes);
    await writeFile(join(objects, "cut-off.meta.json"), "");
    await writeFile(join(parts, "..", ".upload.json"), JSON.stringify({ uploadId: "cut-off", initiated: new Date() }));
    await writeFile(join(parts, "1.meta.json"), JSON.stringify({ partNumber: 1, lastModified: new Date() }));

    runtime = await aRuntime(folder);
    ask = await signedIn(runtime);
    const { images } = await ask<Shown>("GET", `/api/admin/products/${product.id}`);
    const addresses = images.map(({ url }) => url.replace(/^http:\/\/[^/]+/, runtime.url));
    for (const url of addresses) expect((await fetch(url)).status).toBe(200);
    expect(addresses).not.toEqual([]);
  });

  // On a full disk it was answered as an internal error.
  it("that cannot be stored is refused with 503, and can be repeated", async () => {
    const { upload } = await requested();
    const uploads = join(folder, "files", "buckets", "quartermaster-files", "objects", "uploads");
    await mkdir(uploads, { recursive: true });
    await rename(uploads, `${uploads}.aside`);
    await writeFile(uploads, "");
    const refused = await put(upload.url, bytes);
    expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: "file.away" } }]);
    await rm(uploads);
    await rename(`${uploads}.aside`, uploads);

    // A full disk was not named, neither to the one who uploads nor in the log. Linux has a file that stands for one.
    const [key] = /products\/[^?]+/.exec(upload.url) ?? [];
    const file = join(uploads, `${key}.data.new`);
    await mkdir(dirname(file), { recursive: true });
    await symlink("/dev/full", file);
    const full = await put(upload.url, bytes);
    expect([full.status, await full.json()]).toMatchObject([503, { error: { code: "service.full" } }]);
    // What could not be written whole is gone.
    await expect(lstat(file)).rejects.toThrow("ENOENT");
    expect((await put(upload.url, bytes)).status).toBe(200);
  });

  // 20,000 orders of another store are 12 MB: more than the embedded S3 accepts in one piece.
  it("of 24 MB arrives complete, and its import reads all of it", { timeout: 120_000 }, async () => {
    const row = `${"x".repeat(990)},none,1\n`;
    const body = Buffer.from(`sku,location,on hand\n${row.repeat(24_000)}`);
    const made = await ask<{ import: { id: string }; upload: Requested["upload"] }>("POST", "/api/admin/jobs/imports", {
      ...{ kind: "stock", fileName: "large.csv", bytes: body.length },
    });
    expect((await put(made.upload.url, body, "text/csv")).status).toBe(200);
    await ask("POST", `/api/admin/jobs/imports/${made.import.id}/start`, { dryRun: true });
    const now = () =>
      ask<{ status: string; rows: number; bytesDone: number }>("GET", `/api/admin/jobs/imports/${made.import.id}`);
    await expect.poll(async () => (await now()).status, { timeout: 90_000, interval: 250 }).toBe("done");
    expect(await now()).toMatchObject({ rows: 24_000, bytesDone: body.length });
  });

  // Node alone ends every request after five minutes, in which a line of 20 Mbit/s sends 750 MB.
  it("of the largest file has the time that it takes over a line of 3 Mbit/s, but not to stand still", async () => {
    const started = "http.server.request.start";
    const servers: Server[] = [];
    const keep = (message: unknown) => void servers.push((message as { server: Server }).server); // as Node documents it
    subscribe(started, keep);
    const api = await startApi({ port: 0, host: "127.0.0.1" });
    await fetch(api.url);
    await api.stop();
    unsubscribe(started, keep);
    const seconds = (importBytesMax * 8) / 3_000_000;
    expect(servers.map(({ requestTimeout }) => requestTimeout > seconds * 1_000)).toEqual([true]);
    expect(servers.map(({ timeout }) => timeout)).toEqual([120_000]);
  });

  // S3 checks an upload against what was signed; the embedded one trusts its caller.
  it("is refused if any part of it differs from what was signed", async () => {
    const { upload } = await requested();
    const url = new URL(upload.url);
    const altered = (alter: (url: URL) => void) => {
      const other = new URL(url);
      alter(other);
      return other.href;
    };
    const set = (name: string, value: string) => altered(({ searchParams }) => searchParams.set(name, value));
    const refused = {
      "another type": put(url.href, bytes, "text/html"),
      "another length": put(url.href, bytes.subarray(1)),
      "more than was said": put(url.href, Buffer.concat([bytes, bytes])),
      "another file": put(
        altered((other) => {
          other.pathname += "x";
        }),
        bytes,
      ),
      "another folder": put(
        altered((other) => {
          other.pathname = other.pathname.replace("uploads/", "exports/");
        }),
        bytes,
      ),
      "a later day": put(set("X-Amz-Date", "20990101T000000Z"), bytes),
      "an earlier day": put(set("X-Amz-Date", "20200101T000000Z"), bytes),
      "no time": put(set("X-Amz-Date", "x"), bytes),
      "another signature": put(set("X-Amz-Signature", "0".repeat(64)), bytes),
      "no signature": put(
        altered((other) => {
          other.search = "";
        }),
        bytes,
      ),
      "to be read": fetch(url),
      "a way out of the folder": put(url.href.replace("uploads/", "uploads/../"), bytes),
      "a name in code": put(url.href.replace("uploads/", "uploads/%2e%2e/%2e%2e/"), bytes),
      "half a letter": put(url.href.replace("uploads/", "uploads/%ff"), bytes),
    };
    for (const [what, answer] of Object.entries(refused)) expect((await answer).status, what).toBe(403);
    expect((await fetch(url, { method: "DELETE" })).status).toBe(405);
    expect((await put(url.href, bytes)).status).toBe(200);
  });
});

describe("what is public", () => {
  it.each([
    ...["/media/", "/media/products/none.png", "/media/%2e%2e/%2e%2e/secrets-key", "/media/%ff"],
    ...["/media/../../secrets-key", "/media/..%2f..%2fsecrets-key", "/assets/../../../package.json"],
    ...["/assets/..%2f..%2f..%2fpackage.json", "/assets/..%5c..%5c..%5cpackage.json", "/../../package.json"],
  ])("is nothing at %s", async (path) => {
    // Not by fetch, which resolves the dots before it sends them.
    const asked = get(new URL(runtime.url), { path, agent: false });
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(404);
  });

  // Each kept one of the fifty connections to the files: then there were no pictures until the next start.
  describe("is shown to the next client", () => {
    const large = Buffer.concat([bytes, Buffer.alloc(2_000_000)]);
    let url: string;
    beforeAll(async () => {
      const { imageId, upload } = await requested(large.length);
      await put(upload.url, large);
      const { images } = await ask<Shown>("POST", `/api/admin/products/${product.id}/images`, { imageId });
      url = images.at(-1)!.url;
    });
    const shown = async () => (await (await fetch(url)).arrayBuffer()).byteLength;

    it("after many that ask for its headers", async () => {
      for (let nth = 0; nth < 60; nth++) expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
      expect(await shown()).toBe(large.length);
    });

    it("while many read it slowly", async () => {
      const { hostname, port, pathname } = new URL(url);
      for (let nth = 0; nth < 20; nth++) {
        const socket = connect(Number(port), hostname);
        onTestFinished(() => void socket.destroy());
        socket.write(`GET ${pathname} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(5));
        await once(socket, "readable");
      }
      expect(await shown()).toBe(large.length);
    });

    // Each counted with the picture's size: of thirty visitors with a slow line, the first ones never got it.
    it("in full, however many read it slowly: they share its bytes", async () => {
      const { hostname, port, pathname } = new URL(url);
      const head = `GET ${pathname} HTTP/1.1\r\nHost: localhost\r\n`;
      const asked = 9;
      const sockets: Socket[] = [];
      while (sockets.length * asked * large.length < 2 * unsentBytesMax) {
        const socket = connect(Number(port), hostname);
        sockets.push(socket);
        onTestFinished(() => void socket.destroy());
        socket.write(`${`${head}\r\n`.repeat(asked - 1)}${head}Connection: close\r\n\r\n`);
        await once(socket, "readable");
      }
      const isComplete = async (socket: Socket) => {
        let count = 0;
        socket.on("data", (chunk) => (count += chunk.length)).on("error", () => {});
        await new Promise((closed) => socket.once("close", closed));
        return count > asked * large.length;
      };
      expect(await isComplete(sockets.at(-1)!)).toBe(true);
      expect(await isComplete(sockets[0]!)).toBe(true);
    });

    it("after many that go away while it is sent to them", async () => {
      const { hostname, port, pathname } = new URL(url);
      for (let nth = 0; nth < 20; nth++) {
        const socket = connect(Number(port), hostname);
        socket.write(`GET ${pathname} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(5));
        await once(socket, "readable");
        socket.destroy();
      }
      expect(await shown()).toBe(large.length);
    });
  });

  it("can be read but not written", async () => {
    const answer = await put(`${runtime.url}/media/products/x.png`, bytes);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});
