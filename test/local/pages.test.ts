/** The admin's pages as `npm start` sends them: compressed, like CloudFront's for a deployed store. */
import { once } from "node:events";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { buildAdmin } from "#local/build-admin";
import { answerAdmin } from "#local/http/admin";

/** Whether this process has as many files open as it may. */
const files = vi.hoisted(() => ({ areOut: false }));
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  const readFile = (...asked: Parameters<typeof real.readFile>) =>
    files.areOut ? Promise.reject(new Error("EMFILE")) : real.readFile(...asked);
  return { ...real, readFile };
});

const server = createServer((asked, answer) => void answerAdmin(asked, answer, asked.url ?? "/")).listen(
  0,
  "127.0.0.1",
);
await once(server, "listening");
beforeAll(() => buildAdmin(), 180_000);
afterAll(() => void server.close());

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly bytes: Buffer;
}

/** The raw bytes: `fetch` would decompress them. */
async function ask(path: string, accepted?: string, method = "GET"): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  const asking = request({ agent: false, port, host: "127.0.0.1", path, method, headers }).end();
  const [answer]: IncomingMessage[] = await once(asking, "response");
  return { status: answer!.statusCode, headers: answer!.headers, bytes: await buffer(answer!) };
}

const script = async () => {
  const page = (await ask("/")).bytes.toString();
  return /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? "";
};

describe("a page of the admin", () => {
  // The bucket of a deployed store does not. A browser that finds it later has to read the page again.
  it("states its encoding in its first kilobyte, as HTML requires, and then what each screen loads", async () => {
    const { bytes } = await ask("/");
    expect(bytes.subarray(0, 1024).toString()).toContain('<meta charset="utf-8"');
    expect(bytes.toString()).toMatch(/id="parts">\{"\/":\[".*<script src="\/boot\.js">/s);
  });

  // Each file stayed open for good, until nobody could connect any more.
  it("leaves no file open for a client that goes away while it is sent", async () => {
    const opened = () =>
      readdirSync("/proc/self/fd")
        .map((fd) => `/proc/self/fd/${fd}`)
        .filter((link) => existsSync(link) && readlinkSync(link).includes("dist/web"));
    const { port } = server.address() as AddressInfo;
    const path = await script();
    const socket = connect(port, "127.0.0.1");
    // More than is on its way at once.
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(200));
    await once(socket, "readable");
    socket.destroy();
    await vi.waitFor(() => expect(opened()).toEqual([]), 60_000);
  });

  // Until the next start it could not be had, and the connection just ended.
  it("is refused while it cannot be read, and sent as soon as it can", async () => {
    files.areOut = true;
    onTestFinished(() => {
      files.areOut = false;
    });
    expect((await ask("/icon.svg")).status).toBe(503);
    files.areOut = false;
    expect((await ask("/icon.svg")).status).toBe(200);
  });

  it("is sent compressed to clients that accept it, and uncompressed to others", async () => {
    const path = await script();
    const plain = await ask(path);
    expect(plain.headers).toMatchObject({ vary: "accept-encoding", "content-length": String(plain.bytes.length) });
    expect(plain.headers).not.toHaveProperty("content-encoding");
    for (const [accepted, opened] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      // The second one comes from memory.
      for (const _ of ["first", "second"]) {
        const { headers, bytes } = await ask(path, accepted);
        expect(headers).toMatchObject({ ...sameIn(plain), "content-encoding": accepted, vary: "accept-encoding" });
        expect(headers["content-length"]).toBe(String(bytes.length));
        expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
        expect(opened(bytes).equals(plain.bytes)).toBe(true);
      }
    }
  });

  // The libraries are half of the first load, and on a phone in a warehouse a tenth of them is a tenth of a second.
  it("has the libraries of every list in their smallest form", async () => {
    const page = (await ask("/")).bytes.toString();
    const [libraries = ""] = /\/assets\/libraries-[^"]+\.js/.exec(page) ?? [];
    const [small, whole] = [await ask(libraries, "br"), await ask(libraries)];
    expect(brotliDecompressSync(small.bytes)).toEqual(whole.bytes);
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    expect(small.bytes.length).toBe(brotliCompressSync(whole.bytes, { params }).length);
  });

  // Browsers and caches would keep it for a year, with the names of this build's files.
  it("is asked for each time, even at an address below that of the files", async () => {
    const kept = async (path: string) => (await ask(path)).headers["cache-control"];
    expect(await kept(await script())).toBe("public, max-age=31536000, immutable");
    for (const path of ["/", "/orders", "/assets/nothing", "/assets/../orders"])
      expect(await kept(path)).toBe("no-cache");
  });

  it("answers HEAD with the headers of GET", async () => {
    const path = await script();
    const [got, told] = [await ask(path, "br"), await ask(path, "br", "HEAD")];
    expect(told.bytes).toHaveLength(0);
    expect(told.headers["content-length"]).toBe(String(got.bytes.length));
  });
});

const sameIn = ({ headers }: Answer) => ({
  "content-type": headers["content-type"],
  "cache-control": headers["cache-control"],
  "content-security-policy": headers["content-security-policy"],
});
