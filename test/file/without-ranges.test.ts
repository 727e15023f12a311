/** A file store that ignores ranges, as HTTP allows: it answers 200 with all of a file. */
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { beforeAll, expect, it, vi } from "vitest";
import { lookAt, readFile } from "#core/file/read";
import { listen } from "#local/http/listen";

const chunk = Buffer.alloc(60_000, "row 1\nrow 2\nrow 3\n");
const chunks = 1_000;
let sent = 0;
function* file() {
  for (sent = 0; sent < chunks; sent++) yield chunk;
}

let closed = 0;
beforeAll(async () => {
  const { url, stop } = await listen(
    createServer((_, answer) => {
      answer.writeHead(200, { "content-length": chunks * chunk.length, etag: '"1"' });
      answer.on("close", () => closed++);
      Readable.from(file()).pipe(answer);
    }),
  );
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: url,
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    FILES_BUCKET: "files",
  });
  return stop;
});

// The next turn of an import began with its first rows again, and took them for those behind.
it.each([0, 200_002])("is read from the byte that was asked for: %i", async (from) => {
  for await (const read of await readFile("uploads/a", from)) {
    const all = Buffer.concat(Array(5).fill(chunk));
    expect(read.length).toBeGreaterThan(0);
    expect(all.subarray(from, from + read.length).equals(read)).toBe(true);
    break;
  }
});

// All of it was read into memory, for its first few bytes.
it("is looked at without reading on", async () => {
  const before = closed;
  expect(await lookAt("uploads/a", 9)).toMatchObject({
    bytes: chunks * chunk.length,
    first: new Uint8Array(Buffer.from("row 1\nrow")),
  });
  await vi.waitUntil(() => closed > before);
  expect(sent).toBeLessThan(chunks / 2);
});
