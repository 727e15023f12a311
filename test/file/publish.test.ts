/** Publishing a file at an S3 that answers 403 for what is not there, as AWS does to those who may not list a bucket. */
import { createServer } from "node:http";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { publish } from "#core/file/publish";
import { listen } from "#local/http/listen";

/** Whether the file is there; it may never be copied. */
let isThere = false;
/** What an S3 that lets its buckets be listed answers to a copy of what is gone, or is another file by now. */
let copying = 403;
beforeAll(async () => {
  const { url, stop } = await listen(
    createServer((asked, answer) => {
      asked.resume();
      const found = asked.method === "GET" && isThere;
      answer.writeHead(found ? 206 : copying, found ? { "content-length": 1, "content-range": "bytes 0-0/9" } : {});
      answer.end(found ? "a" : "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>");
    }),
  );
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: url,
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    FILES_BUCKET: "files",
    MEDIA_BUCKET: "media",
  });
  return stop;
});

const publishing = () => publish({ from: "uploads/a", etag: '"1"', to: "media/a.png", type: "image/png" });

// An upload that had expired by then counted as a fault of the store, which raised an alarm.
it("of one that has been removed since is refused as missing", async () => {
  await expect(publishing()).rejects.toMatchObject({ code: "file.missing" });
});

it.each([404, 412])("of one that is gone, or another by now, is refused as missing: %i", async (status) => {
  copying = status;
  isThere = true;
  onTestFinished(() => {
    copying = 403;
    isThere = false;
  });
  await expect(publishing()).rejects.toMatchObject({ code: "file.missing" });
});

it("without the permission to is a fault, which must not look like a missing file", async () => {
  isThere = true;
  onTestFinished(() => {
    isThere = false;
  });
  await expect(publishing()).rejects.toMatchObject({ name: "AccessDenied" });
});
