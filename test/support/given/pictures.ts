/** Real images, generated as needed. */
import { crc32, deflateSync } from "node:zlib";

function chunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG that any browser can display: a gradient from one colour to another. */
export function aPng({ width = 8, height = 8, hue = 0 } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // eight bits each for red, green and blue
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rows.set([hue, (x * 255) / width, (y * 255) / height], y * (1 + width * 3) + 1 + x * 3);
    }
  }
  const start = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    start,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const segment = (code: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

/** An Exif directory with the orientation, followed by the place. */
function exif(orientation: number, place: string): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("II*\0", "latin1");
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  return Buffer.concat([tiff, Buffer.from(place)]);
}

export interface Taken {
  readonly orientation: number;
  readonly place: string;
}

/** A JPEG as a phone writes it: with its orientation, and with the location in several segments and after its end. */
export function aPhotograph(jpeg: Buffer, { orientation, place }: Taken): Buffer {
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif(orientation, place)])),
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${place}`)),
    segment(0xfe, Buffer.from(place)),
    jpeg.subarray(2),
    Buffer.from(`a film ${place}`),
  ]);
}

/** A PNG with its orientation, and with the location in several chunks and after its end. */
export function aPngPhotograph(png: Buffer, { orientation, place }: Taken): Buffer {
  const headEnd = 33;
  return Buffer.concat([
    png.subarray(0, headEnd),
    chunk("eXIf", exif(orientation, place)),
    chunk("iTXt", Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${place}`)),
    chunk("tEXt", Buffer.from(`Comment\0${place}`)),
    png.subarray(headEnd),
    Buffer.from(place),
  ]);
}

function webpChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, "latin1");
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

const webp = (chunks: readonly Buffer[]): Buffer => webpChunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));

/** A WebP picture in the extended format: with a VP8X header, unless it already has one. */
export function aWebp(picture: Buffer, { width, height }: { width: number; height: number }): Buffer {
  if (picture.toString("latin1", 12, 16) === "VP8X") return picture;
  const header = Buffer.alloc(10);
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  return webp([webpChunk("VP8X", header), picture.subarray(12)]);
}

/** The same, with its orientation, and with the location in two chunks. */
export function aWebpPhotograph(
  picture: Buffer,
  { orientation, place, ...size }: Taken & { width: number; height: number },
): Buffer {
  const chunks = Buffer.from(aWebp(picture, size).subarray(12));
  chunks[8] = (chunks[8] ?? 0) | 0x0c;
  return webp([chunks, webpChunk("EXIF", exif(orientation, place)), webpChunk("XMP ", Buffer.from(place))]);
}
