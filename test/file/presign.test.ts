import { beforeAll, describe, expect, it } from "vitest";
import { presignDownload, presignUpload } from "#core/file/presign";
import { putFile } from "#core/file/put";
import { lookAt, readFile } from "#core/file/read";
import type { Refusal } from "#core/refusal";
import { filesAway, someFiles } from "../support/given/files.ts";

beforeAll(someFiles);

const declared = { key: "uploads/a", type: "image/png", bytes: 5 } as const;
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe("a presigned request", () => {
  it("is valid for 15 minutes, one file, one type and one length", async () => {
    const at = new Date("2026-11-22T10:15:00Z");
    const url = await presignUpload(declared, at);
    expect(queryOf(url)).toMatchObject({
      "X-Amz-Date": "20261122T101500Z",
      "X-Amz-Expires": "900",
      "X-Amz-SignedHeaders": "content-length;content-type;host",
    });
    // An empty file's checksum in the URL would refuse every other file.
    expect(url).not.toMatch(/checksum/i);
    const signed = [url, { bytes: 6 }, { type: "image/gif" }, { key: "uploads/b" as const }].map(async (other) =>
      typeof other === "string" ? other : presignUpload({ ...declared, ...other }, at),
    );
    const all = (await Promise.all(signed)).map((one) => queryOf(one)["X-Amz-Signature"]);
    expect(new Set(all).size).toBe(4);
    expect(await presignUpload(declared, at)).toBe(url);
  });

  it("stores a file as it was declared", async () => {
    const url = await presignUpload(declared);
    const { status } = await fetch(url, { method: "PUT", body: "hello", headers: { "content-type": declared.type } });
    expect(status).toBe(200);
    expect(await lookAt(declared.key)).toMatchObject({
      bytes: 5,
      type: "image/png",
      first: new Uint8Array(Buffer.from("hello")),
    });
  });

  // Whatever was uploaded, a browser must save it and not open it under our origin.
  it.each([
    ["orders.csv", `attachment; filename="orders.csv"; filename*=UTF-8''orders.csv`],
    [
      'Zoë\'s "best"; 注文.csv',
      `attachment; filename="Zoe_s _best__ __.csv"; filename*=UTF-8''Zo%C3%AB%27s%20%22best%22%3B%20%E6%B3%A8%E6%96%87.csv`,
    ],
    ["a\r\nset-cookie: b", `attachment; filename="a__set-cookie_ b"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20b`],
  ])("serves a file to be saved as %j", async (fileName, disposition) => {
    const url = await presignDownload({ key: "exports/1", fileName, type: "text/csv" });
    expect(queryOf(url)).toMatchObject({
      "response-content-disposition": disposition,
      "response-content-type": "text/csv",
      "X-Amz-Expires": "900",
    });
  });
});

describe("a private file", () => {
  it("is read as it was stored, piece by piece", async () => {
    const body = Buffer.alloc(3_000_000, "lines of a file\n");
    await putFile("exports/2.csv", body, "text/csv");
    const pieces = await Array.fromAsync(await readFile("exports/2.csv"));
    expect(Buffer.concat(pieces).equals(body)).toBe(true);
  });

  it("that does not exist, or is empty, is missing", async () => {
    await putFile("uploads/empty", Buffer.alloc(0), "image/png");
    for (const key of ["uploads/none", "uploads/empty"] as const) {
      await expect(lookAt(key)).rejects.toMatchObject({ code: "file.missing" } satisfies Partial<Refusal>);
    }
    await expect(readFile("uploads/none")).rejects.toMatchObject({ code: "file.missing" });
  });

  // The cloud is unreachable for a minute: that is not a bug, and the client should retry.
  it("that cannot be requested is unavailable", async () => {
    await filesAway();
    await expect(lookAt("exports/2.csv")).rejects.toMatchObject({ code: "file.away", status: 503 });
  });
});
