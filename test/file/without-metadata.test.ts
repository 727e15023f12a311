import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import { withoutMetadata } from "../../web/images/without-metadata.ts";
import { aPhotograph, aPng, aPngPhotograph, aWebp, aWebpPhotograph } from "../support/given/pictures.ts";

const cleaned = (bytes: Buffer) => Buffer.concat(withoutMetadata(new Uint8Array(bytes)));

const part = (code: number, content: string) => [0xff, code, 0, content.length + 2, ...Buffer.from(content, "latin1")];
const start = [0xff, 0xd8];
const scan = [...part(0xda, "scan"), 1, 0xff, 0, 2, 0xff, 0xd3, 3];
const end = [0xff, 0xd9];
const picture = [...part(0xe0, "JFIF"), ...part(0xe2, "ICC_PROFILE\0x"), ...part(0xdb, "table"), ...scan];
/** With several scans, as a picture that loads gradually. */
const jpeg = Buffer.from([...start, ...picture, ...part(0xc4, "huffman"), ...scan, ...end]);

it("leaves a JPEG without metadata as it is", () => {
  expect(cleaned(jpeg)).toEqual(jpeg);
});

// A product's images are public: its seller's address would be.
it("removes the location from a photograph, wherever a phone writes it, and keeps its orientation", () => {
  const taken = aPhotograph(jpeg, { orientation: 8, place: "N 22.5726" });
  const published = cleaned(taken);
  expect(published.includes("22.5726")).toBe(false);
  const exif = published.subarray(2, 38);
  expect(exif.subarray(4, 10).toString("latin1")).toBe("Exif\0\0");
  expect(exif.readUInt16BE(28)).toBe(8);
  expect(Buffer.concat([published.subarray(0, 2), published.subarray(38)])).toEqual(jpeg);
});

it("leaves out a second picture's directory and what cameras write in segments of their own", () => {
  const more = [...part(0xe2, "MPF\0secret"), ...part(0xed, "Photoshop secret"), ...part(0xef, "secret")];
  expect(cleaned(Buffer.from([...start, ...more, ...jpeg.subarray(2)]))).toEqual(jpeg);
});

it.each([
  ["cut off in its data", jpeg.subarray(0, 60)],
  ["cut off in a segment", jpeg.subarray(0, 7)],
  ["with padding between its segments", Buffer.from([...start, 0xff, 0xff, ...jpeg.subarray(2)])],
  ["with damage between its segments", Buffer.from([...start, 7, 7, 7, ...jpeg.subarray(2)])],
  ["of another kind", aPng()],
  ["without anything", Buffer.alloc(0)],
])("leaves a file %s as it is", (_, bytes) => {
  expect(cleaned(bytes)).toEqual(bytes);
});

it.each([
  ["whose directory has no end", Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0, 0xff, 0xff])],
  ["whose directory is elsewhere", Buffer.from([0x4d, 0x4d, 0, 42, 0xff, 0xff, 0xff, 0xff])],
  ["with nothing in it", Buffer.alloc(0)],
])("removes metadata %s", (_, tiff) => {
  const exif = part(0xe1, `Exif\0\0${tiff.toString("latin1")}`);
  expect(cleaned(Buffer.from([...start, ...exif, ...jpeg.subarray(2)]))).toEqual(jpeg);
});

it("removes the location from a PNG, keeps its orientation, and leaves one without metadata as it is", () => {
  const png = aPng();
  expect(cleaned(png)).toEqual(png);
  const published = cleaned(aPngPhotograph(png, { orientation: 8, place: "N 22.5726" }));
  expect(published.includes("22.5726")).toBe(false);
  const [from, to] = [33, 33 + 12 + 26];
  const chunk = published.subarray(from, to);
  expect(chunk.subarray(4, 8).toString("latin1")).toBe("eXIf");
  expect(chunk.readUInt16BE(26)).toBe(8);
  expect(chunk.readUInt32BE(34)).toBe(crc32(chunk.subarray(4, 34)));
  expect(Buffer.concat([published.subarray(0, from), published.subarray(to)])).toEqual(png);
});

it("removes the location from a WebP picture, keeps its orientation, and leaves one without metadata as it is", () => {
  const simple = Buffer.from("RIFF\x0e\0\0\0WEBPVP8L\x01\0\0\0/\0", "latin1");
  expect(cleaned(simple)).toEqual(simple);
  const size = { width: 60, height: 40 };
  expect(cleaned(aWebp(simple, size))).toEqual(aWebp(simple, size));
  const published = cleaned(aWebpPhotograph(simple, { ...size, orientation: 8, place: "N 22.5726" }));
  expect(published.includes("22.5726")).toBe(false);
  expect(published.readUInt32LE(4)).toBe(published.length - 8);
  expect(published[20]).toBe(0x08);
  const chunk = published.subarray(-34);
  expect(chunk.subarray(0, 4).toString("latin1")).toBe("EXIF");
  expect(chunk.readUInt16BE(26)).toBe(8);
});

it.each([
  ["a PNG that is cut off", aPng().subarray(0, 60)],
  ["a PNG with only its signature", aPng().subarray(0, 8)],
  ["a WebP picture that is cut off", Buffer.from("RIFF\xff\xff\xff\xffWEBPVP8L\x40\0\0\0/", "latin1")],
])("keeps what there is of %s", (_, bytes) => {
  expect(cleaned(bytes).subarray(8)).toEqual(bytes.subarray(8));
});
