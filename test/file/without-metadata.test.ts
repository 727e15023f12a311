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

const latin = (text: string) => Buffer.from(text, "latin1");
const gifExtension = (label: string, ...parts: readonly string[]) =>
  latin(`!${label}${parts.map((text) => String.fromCharCode(text.length) + text).join("")}\0`);

it("removes comments and what programs have written from a GIF, and keeps its pictures, loop and colours", () => {
  const header = latin(`GIF89a\x02\0\x02\0\x80\0\0${"rgbRGB"}`);
  const loop = gifExtension("\xff", "NETSCAPE2.0", "\x01\0\0");
  const control = gifExtension("\xf9", "\x04\x0a\0\0");
  const picture = latin(`,\0\0\0\0\x02\0\x02\0\x80rgbRGB\x02\x03!\xfe;\x01,\0`);
  const clean = Buffer.concat([header, loop, control, picture, control, picture, latin(";")]);
  expect(cleaned(clean)).toEqual(clean);
  const comment = gifExtension("\xfe", "N 22.5726", "taken here");
  const xmp = gifExtension("\xff", "XMP DataXMP", "N 22.5726");
  const taken = [header, xmp, loop, comment, control, picture, control, picture, xmp, latin(";N 22.5726")];
  expect(cleaned(Buffer.concat(taken))).toEqual(clean);
  const cutOff = clean.subarray(0, clean.length - 5);
  expect(cleaned(cutOff)).toEqual(Buffer.concat([cutOff, latin(";")]));
});

const box = (name: string, ...content: readonly (Buffer | readonly number[])[]) => {
  const all = Buffer.concat([Buffer.alloc(4), latin(name), ...content.map((one) => Buffer.from(one))]);
  all.writeUInt32BE(all.length);
  return all;
};

/** A picture, its Exif behind it, and its XMP among the list's own data, as libavif writes and the standard allows. */
function anAvif(place: string) {
  const [picture, exif, xmp] = [Buffer.alloc(40, 7), Buffer.alloc(60, place), Buffer.alloc(30, place)];
  const type = box("ftyp", latin("avif\0\0\0\0mif1"));
  const items = [
    [1, "av01\0"],
    [2, "Exif\0"],
    [3, "mime\0application/rdf+xml\0"],
  ] as const;
  const list = box(
    "iinf",
    [0, 0, 0, 0, 0, 3],
    ...items.map(([id, is]) => box("infe", [2, 0, 0, 0, 0, id, 0, 0], latin(is))),
  );
  // For each item: where it is, in which of the two places, and its only part.
  const item = (id: number, isOwn: number, from: number, length: number) => [
    0,
    id,
    0,
    isOwn,
    0,
    0,
    0,
    1,
    0,
    0,
    from >> 8,
    from & 0xff,
    0,
    0,
    0,
    length,
  ];
  const meta = (start: number) =>
    box(
      "meta",
      [0, 0, 0, 0],
      list,
      box("iloc", [1, 0, 0, 0, 0x44, 0, 0, 3], item(1, 0, start, 40), item(2, 0, start + 40, 60), item(3, 1, 0, 30)),
      box("idat", xmp),
    );
  const start = type.length + meta(0).length + 8;
  return { bytes: Buffer.concat([type, meta(start), box("mdat", picture, exif)]), start };
}

it("overwrites the location in an AVIF picture, and moves nothing", () => {
  const { bytes, start } = anAvif("N 22.5726 ");
  const published = cleaned(bytes);
  expect(published.includes("22.5726")).toBe(false);
  expect(published.length).toBe(bytes.length);
  expect(published.subarray(start, start + 40)).toEqual(Buffer.alloc(40, 7));
  // Exif that can still be read: a directory with the orientation alone.
  expect(published.subarray(start + 40, start + 48)).toEqual(latin("\0\0\0\0MM\0*"));
  // Its upload failed if the file ended within its Exif.
  expect(cleaned(bytes.subarray(0, -20))).toEqual(published.subarray(0, -20));
  expect(cleaned(bytes.subarray(0, -50)).subarray(start + 40)).toEqual(Buffer.alloc(10));
  const { bytes: empty } = anAvif("\0");
  expect(cleaned(empty).subarray(0, start)).toEqual(empty.subarray(0, start));
});

it.each([
  ["without a list of its parts", box("mdat", latin("picture"))],
  ["whose list is cut off", box("meta", [0, 0, 0, 0], box("iloc", [1, 0, 0, 0, 0x44]))],
  ["whose list has no end", box("meta", [0, 0, 0, 0], box("iloc", [2, 0, 0, 0, 0, 0, 255, 255, 255, 255, 0, 1]))],
  ["with a box of no length", Buffer.from([0, 0, 0, 0, 1, 2, 3, 4, 5])],
])("leaves an AVIF picture %s as it is", (_, rest) => {
  const bytes = Buffer.concat([box("ftyp", latin("avif\0\0\0\0avif")), rest]);
  expect(cleaned(bytes)).toEqual(bytes);
});

it.each([
  ["a PNG that is cut off", aPng().subarray(0, 60)],
  ["a PNG with only its signature", aPng().subarray(0, 8)],
  ["a WebP picture that is cut off", Buffer.from("RIFF\xff\xff\xff\xffWEBPVP8L\x40\0\0\0/", "latin1")],
])("keeps what there is of %s", (_, bytes) => {
  expect(cleaned(bytes).subarray(8)).toEqual(bytes.subarray(8));
});
