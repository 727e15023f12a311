import { describe, expect, it } from "vitest";
import { firstBytesMax, imageTypeOf } from "#core/contract/values/image-types";
import { aPng } from "../support/given/pictures.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
/** An ISO file that begins with a box of its brands. */
const ftyp = (main: string, ...others: string[]) => {
  const content = bytes(`ftyp${main}\0\0\0\0${others.join("")}`);
  return Buffer.concat([Buffer.from([0, 0, 0, content.length + 4]), content, bytes("\0\0\0\x08mdat")]);
};

describe("the first bytes of a file", () => {
  it.each([
    ["image/png", aPng()],
    ["image/jpeg", bytes("\xff\xd8\xff\xe0\0\x10JFIF")],
    ["image/jpeg", bytes("\xff\xd8\xff\xe1\0\x10Exif")],
    ["image/webp", bytes("RIFF\x24\0\0\0WEBPVP8 ")],
    ["image/gif", bytes("GIF89a\x01\0\x01\0")],
    ["image/gif", bytes("GIF87a\x01\0\x01\0")],
    ["image/avif", ftyp("avif", "avif", "mif1", "miaf")],
    ["image/avif", ftyp("avis", "avis", "msf1")],
    ["image/avif", ftyp("mif1", "mif1", "avif", "miaf")],
  ] as const)("say %s", (type, file) => {
    expect(imageTypeOf(file)).toBe(type);
    expect(imageTypeOf(file.subarray(0, firstBytesMax))).toBe(type);
  });

  // Files that a browser would run, or open as something else, must not be accepted as pictures.
  it.each([
    ["nothing", Buffer.alloc(0)],
    ["one byte", bytes("\x89")],
    ["a page", bytes("<!doctype html><script>alert(1)</script>")],
    ["an SVG", bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ["a PDF", bytes("%PDF-1.7")],
    ["a sound in a RIFF", bytes("RIFF\x24\0\0\0WAVEfmt ")],
    ["a film", ftyp("isom", "isom", "mp41")],
    ["a HEIC", ftyp("heic", "mif1", "heic")],
    ["a film whose version is called avif", Buffer.concat([bytes("\0\0\0\x10ftypisomavif"), bytes("\0\0\0\x08mdat")])],
    ["a box that says it has no length", bytes("\0\0\0\0ftypavif")],
    ["a PNG with text in front of it", Buffer.concat([bytes(" "), aPng()])],
    ["GIF and something else", bytes("GIF88a")],
  ])("say nothing of %s", (_, file) => {
    expect(imageTypeOf(file)).toBeNull();
  });
});
