/** The file store on one machine: what it does in place of a bucket, and what it does not allow. */

import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { request } from "undici";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { presignAttachment } from "#core/file/presign";
import { putFile } from "#core/file/put";
import { lookAt } from "#core/file/read";
import { filesBucket } from "#core/file/s3";
import { writeFile } from "#core/file/write";
import { removeExpired } from "#local/files";
import { listen } from "#local/http/listen";
import { answerSigned } from "#local/http/serve-files";
import { someFiles } from "../support/given/files.ts";

beforeAll(someFiles);

// The embedded store takes no larger body: an export of long texts never ended.
it("takes a file in parts that it accepts, whatever the pieces", async () => {
  const bytes = Buffer.alloc(27_000_000, "abcdefg");
  const pieces = [bytes.subarray(0, 26_000_000), bytes.subarray(26_000_000)];
  await writeFile("exports/large", "text/csv", Readable.from(pieces));
  const kept = await request(`${process.env["AWS_ENDPOINT_URL_S3"]}/${filesBucket()}/exports/large`);
  expect(bytes.equals(Buffer.from(await kept.body.arrayBuffer()))).toBe(true);
});

// It was answered 500, as if to repeat it could help.
it("refuses a larger body with 413", async () => {
  const { port, pathname } = new URL(process.env["AWS_ENDPOINT_URL_S3"] ?? "");
  const socket = connect(Number(port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  // It is refused by its length, before any of it is sent.
  socket.write(
    `PUT ${pathname}/${filesBucket()}/exports/large HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\n`,
  );
  socket.write(`Content-Length: ${12 * 1_048_576}\r\n\r\n`);
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
});

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);

// A picture that was uploaded but never added to a product, month after month.
it("removes files once they are older than their folder allows", async () => {
  const [upload, label] = ["uploads/products/a/b", "labels/a"] as const;
  await putFile(upload, "a", "image/png");
  await putFile(label, "a", "application/pdf");
  const isThere = (key: typeof upload | typeof label) =>
    lookAt(key).then(
      () => true,
      () => false,
    );
  await removeExpired(inDays(29));
  expect([await isThere(upload), await isThere(label)]).toEqual([true, true]);
  await removeExpired(inDays(31));
  expect([await isThere(upload), await isThere(label)]).toEqual([false, true]);
  await removeExpired(inDays(731));
  expect(await isThere(label)).toBe(false);
});

// Whoever finds the link in a chat or a log the day after must not get the customers' addresses.
it("gives out a file for 15 minutes, to be saved and as it was signed", async () => {
  const key = "exports/brief";
  await putFile(key, "a,b", "text/csv");
  const { url, stop } = await listen(createServer((asked, answer) => answerSigned(asked, answer, asked.url ?? "")));
  onTestFinished(stop);
  const asked = async (minutesAgo: number, type = "text/csv") => {
    const at = new Date(Date.now() - minutesAgo * 60_000);
    const signed = await presignAttachment({ key, disposition: "attachment", type: "text/csv" }, at);
    const { searchParams } = new URL(signed);
    searchParams.set("response-content-type", type);
    return fetch(`${url}/files/${filesBucket()}/${key}?${searchParams}`);
  };
  const answers = [await asked(14), await asked(16), await asked(-1), await asked(0, "text/html")];
  expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 403]);
  expect(Object.fromEntries(answers[0]!.headers)).toMatchObject({
    "content-type": "text/csv",
    "content-disposition": "attachment",
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
});

// Fifty of them took all connections: nobody saw a picture, and no import or export went on.
it("goes on while many read downloads slowly", async () => {
  const key = "exports/slow";
  await writeFile(key, "text/csv", Readable.from([Buffer.alloc(6_000_000)]));
  const { search } = new URL(await presignAttachment({ key, disposition: "attachment", type: "text/csv" }));
  const target = `/files/${filesBucket()}/${key}${search}`;
  const { port, stop } = await listen(createServer((asked, answer) => answerSigned(asked, answer, target)));
  onTestFinished(stop);
  for (let nth = 0; nth < 50; nth++) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    onTestFinished(() => void socket.destroy());
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(socket, "readable");
  }
  expect((await lookAt(key)).bytes).toBe(6_000_000);
});

/** The headers of a label that someone opens. */
async function openedLabel(type: string): Promise<Headers> {
  const key = "labels/opened";
  await putFile(key, "a", type);
  const { search } = new URL(await presignAttachment({ key, disposition: "inline", type }));
  const target = `/files/${filesBucket()}/${key}${search}`;
  const { url, stop } = await listen(createServer((asked, answer) => answerSigned(asked, answer, target)));
  onTestFinished(stop);
  const { status, headers } = await fetch(url);
  expect([status, headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([200, type, "nosniff"]);
  return headers;
}

// Safari shows an empty page for a PDF in a sandbox.
it.each([
  ["application/pdf", "default-src 'none'; style-src 'unsafe-inline'"],
  ["image/png", "default-src 'none'; sandbox"],
])("serves a label of type %s as one that browsers show, and that runs nothing", async (type, policy) => {
  expect((await openedLabel(type)).get("content-security-policy")).toBe(policy);
});

// The files' folder is closed to other users of this machine, but anyone can connect to a port.
it.each(["", `/quartermaster-files`, `/quartermaster-files/exports/secret`, `/${"0".repeat(64)}/quartermaster-files`])(
  "refuses those who do not know its path: %j",
  async (path) => {
    await putFile("exports/secret", "a", "text/csv");
    const { origin } = new URL(process.env["AWS_ENDPOINT_URL_S3"] ?? "");
    for (const method of ["GET", "PUT", "DELETE"] as const) {
      const { statusCode, body } = await request(`${origin}${path}`, { method });
      expect([statusCode, await body.text()]).toEqual([403, ""]);
    }
    expect((await lookAt("exports/secret")).bytes).toBe(1);
  },
);

describe("a page in a browser of this machine", () => {
  // It accepts every signature, so any site's page could read and write the store's files through a visitor's browser.
  it.each([{ origin: "http://evil.test" }, { "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "none" }])(
    "is refused with these headers: %j",
    async (headers) => {
      await putFile("exports/secret", "a", "text/csv");
      const address = `${process.env["AWS_ENDPOINT_URL_S3"]}/${filesBucket()}`;
      for (const [method, path] of [
        ["GET", "/exports/secret"],
        ["PUT", "/exports/secret"],
        ["POST", ""],
      ] as const) {
        const { statusCode } = await request(address + path, { method, headers });
        expect(statusCode, method).toBe(403);
      }
      expect((await request(`${address}/exports/secret`)).statusCode).toBe(200);
    },
  );
});
