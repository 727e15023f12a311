/** What kills, copies and a full disk leave of the files that one machine keeps. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { serialize } from "node:v8";
import { expect, it, onTestFinished, vi } from "vitest";
import { storesIn } from "#local/cloud/kept-files";
import { aFolder } from "../support/given/files.ts";

// An upload without its empty folder of parts ended every start.
it("a start makes do with what a kill or a copy left of files", async () => {
  const folder = await aFolder();
  const { s3Store: begun } = await storesIn(folder);
  begun.createBucket("files");
  const objects = join(folder, "buckets/files/objects");
  const put = (key: string, text: string) => begun.putObject("files", key, Buffer.from(text), "text/csv");
  const [copied, unfinished, empty] = ["a", "b", "c"].map((key) => begun.createMultipartUpload("files", key));
  begun.uploadPart(unfinished!, 1, Buffer.from("part"));
  fs.rmSync(join(folder, "_multipart", copied!, "parts"), { recursive: true });
  fs.rmSync(join(folder, "_multipart", empty!, ".upload.json"));
  for (const key of ["half", "replaced", "outgrown", "without", "lost"]) put(key, "before");
  // Replacing it was killed before its bytes were in place, and here after.
  fs.writeFileSync(join(objects, "half.data.new"), "aft");
  fs.writeFileSync(join(objects, "half.meta.json.new"), "{");
  fs.cpSync(join(objects, "replaced.meta.json"), join(folder, "old.json"));
  const { etag } = put("replaced", "behind");
  fs.renameSync(join(objects, "replaced.meta.json"), join(objects, "replaced.meta.json.new"));
  fs.renameSync(join(folder, "old.json"), join(objects, "replaced.meta.json"));
  fs.writeFileSync(join(objects, "outgrown.data"), "afterwards");
  fs.rmSync(join(objects, "without.meta.json"));
  fs.rmSync(join(objects, "lost.data"));
  fs.writeFileSync(join(objects, "lost.new"), "aft");

  const { s3Store } = await storesIn(folder);
  const kept = ["half", "replaced", "outgrown"].map((key) => s3Store.getObject("files", key));
  expect(kept.map(({ body }) => String(body))).toEqual(["before", "behind", "afterwards"]);
  expect(kept.map(({ contentLength }) => contentLength)).toEqual([6, 6, 10]);
  expect([kept[1]?.etag, kept[2]?.etag === kept[0]?.etag]).toEqual([etag, false]);
  for (const key of ["without", "lost"]) expect(() => s3Store.headObject("files", key)).toThrow();
  const names = ["half", "outgrown", "replaced"].flatMap((name) => [`${name}.data`, `${name}.meta.json`]);
  expect(fs.readdirSync(objects).sort()).toEqual(names);
  expect(fs.readdirSync(join(folder, "_multipart")).sort()).toEqual([copied, unfinished].sort());

  s3Store.abortBegunBefore(new Date(Date.now() - 60_000));
  expect(fs.readdirSync(join(folder, "_multipart"))).toHaveLength(2);
  s3Store.abortBegunBefore(new Date(Date.now() + 60_000));
  expect(fs.readdirSync(join(folder, "_multipart"))).toEqual([]);
});

// What was written of it stayed, and each part's bytes in memory as well.
it("a full disk leaves the file before, and nothing else", async () => {
  const folder = await aFolder();
  const { s3Store } = await storesIn(folder);
  s3Store.createBucket("files");
  s3Store.putObject("files", "a", Buffer.from("before"), "text/csv");
  const id = s3Store.createMultipartUpload("files", "b");
  const spy = vi.spyOn(fs, "fsyncSync").mockImplementation(() => {
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  expect(() => s3Store.putObject("files", "a", Buffer.from("after"), "text/csv")).toThrow("no space");
  expect(() => s3Store.uploadPart(id, 1, Buffer.alloc(5 * 1_048_576))).toThrow("no space");
  expect(fs.readdirSync(join(folder, "buckets/files/objects")).sort()).toEqual(["a.data", "a.meta.json"]);
  expect(fs.readdirSync(join(folder, "_multipart", id, "parts"))).toEqual([]);
  expect(String(s3Store.getObject("files", "a").body)).toBe("before");
  expect(serialize(Reflect.get(s3Store, "multipartUploads")).length).toBeLessThan(10_000);
});
