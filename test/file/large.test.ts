/** Files that may be larger than memory: imports and exports of a gigabyte, in a process that also serves the shop. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Readable } from "node:stream";
import { serialize } from "node:v8";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { lookAt, readFile } from "#core/file/read";
import { writeFile } from "#core/file/write";
import { storesIn } from "#local/cloud/kept-files";
import { aFolder, someFiles } from "../support/given/files.ts";

const bytesOf = async (stream: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(stream));

/** How much of kept files is loaded at once from now on, call by call. */
function loadedAtOnce(): () => number[] {
  const spy = vi.spyOn(fs, "readFileSync");
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  const isKept = (nth: number) => String(spy.mock.calls[nth]?.[0]).endsWith(".data");
  return () => spy.mock.results.flatMap(({ value }, nth) => (isKept(nth) ? [value.length] : []));
}

const megabytes = 1_048_576;

describe("on one machine", () => {
  // All of a file was loaded for each turn of its import, and for each look at its first bytes.
  it("a file is sent as it is read, from where it is asked for", async () => {
    await someFiles();
    const bytes = Buffer.alloc(6 * megabytes, "one row of many\n");
    await writeFile("uploads/large", "text/csv", Readable.from([bytes]));
    const loaded = loadedAtOnce();
    // As an import does, which looks at its header first.
    for await (const piece of await readFile("uploads/large")) if (piece.length > 0) break;
    const { bytes: length, first } = await lookAt("uploads/large", 10);
    expect([length, Buffer.from(first).toString()]).toEqual([bytes.length, "one row of"]);
    expect(String(await bytesOf(await readFile("uploads/large", bytes.length - 5)))).toBe("many\n");
    expect((await bytesOf(await readFile("uploads/large"))).equals(bytes)).toBe(true);
    await expect(readFile("uploads/large", bytes.length)).rejects.toMatchObject({ code: "file.missing" });
    await expect(readFile("uploads/large", 0, '"another"')).rejects.toMatchObject({ code: "file.missing" });
    expect(loaded()).toEqual([]);
  });

  // A half of either file in the other: rows that nobody has sent.
  it("a file that is replaced while it is read is read to its end as it was", async () => {
    await someFiles();
    const [before, after] = [Buffer.alloc(16 * megabytes, "a"), Buffer.alloc(16 * megabytes, "b")];
    await writeFile("uploads/swapped", "text/csv", Readable.from([before]));
    const reading = await readFile("uploads/swapped");
    await writeFile("uploads/swapped", "text/csv", Readable.from([after]));
    expect((await bytesOf(reading)).equals(before)).toBe(true);
    expect((await bytesOf(await readFile("uploads/swapped"))).equals(after)).toBe(true);
  });

  // Each part of an export stayed in memory until all were joined there, and a start loaded them again.
  it("the parts of a file wait on disk, also over a restart, and are joined one at a time", async () => {
    const folder = await aFolder();
    const begun = (await storesIn(folder)).s3Store;
    begun.createBucket("files");
    const id = begun.createMultipartUpload("files", "exports/large", "text/csv");
    const parts = ["a", "b", "c"].map((letter) => Buffer.alloc(5 * megabytes, letter));
    const named = parts.map((part, nth) => ({ partNumber: nth + 1, ...begun.uploadPart(id, nth + 1, part) }));
    expect(serialize(Reflect.get(begun, "multipartUploads")).length).toBeLessThan(10_000);

    const loaded = loadedAtOnce();
    const { s3Store } = await storesIn(folder);
    expect(loaded()).toEqual([]);
    expect(() => s3Store.completeMultipartUpload("none", named)).toThrow("NoSuchUpload");
    const another = [...named.slice(1), { partNumber: 1, etag: '"another"' }];
    expect(() => s3Store.completeMultipartUpload(id, another)).toThrow("InvalidPart");
    const { etag } = s3Store.completeMultipartUpload(id, named);
    expect(etag).toMatch(/^"[0-9a-f]{32}-3"$/);
    expect(loaded()).toEqual(parts.map(({ length }) => length));
    expect(s3Store.getObject("files", "exports/large").body.equals(Buffer.concat(parts))).toBe(true);
    expect(() => s3Store.completeMultipartUpload(id, named)).toThrow("NoSuchUpload");
    expect((await storesIn(folder)).s3Store.headObject("files", "exports/large")).toMatchObject({
      etag,
      contentLength: 15 * megabytes,
    });
  });
});
