/** The boxes of an AVIF picture (ISO 14496-12), which lists its parts as items with the places of their bytes. */
import { exifWith } from "./exif.ts";

/** Where something is among the file's bytes. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Types of items that only describe the picture; its orientation is not among them. XMP is a `mime` item. */
const ofMetadata: ReadonlySet<string> = new Set(["Exif", "mime", "uri "]);

/** Overwrites metadata where it is, because moving the bytes behind it would invalidate the places of all items. */
export function avifWithoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const cleaned = bytes.slice();
  const meta = boxIn(bytes, { from: 0, to: bytes.length }, "meta");
  if (!meta) return [cleaned];
  // The version and flags come before the boxes in it.
  const within = { ...meta, from: meta.from + 4 };
  const types = typesOfItems(bytes, boxIn(bytes, within, "iinf"));
  const ownData = boxIn(bytes, within, "idat")?.from ?? 0;
  for (const { id, ranges } of placesOfItems(bytes, boxIn(bytes, within, "iloc"), ownData)) {
    const type = types.get(id) ?? "";
    if (!ofMetadata.has(type)) continue;
    for (const { from, to } of ranges) cleaned.fill(0, from, to);
    const [first] = ranges;
    // Some programs refuse a picture whose Exif is not a directory.
    if (type === "Exif" && first && first.to - first.from >= anyExif.length) cleaned.set(anyExif, first.from);
  }
  return [cleaned];
}

/** How far from here it begins, and a directory of a picture that is upright. */
const anyExif = [0, 0, 0, 0, ...exifWith(1)];

/** The contents of the boxes of a type. */
function* boxesIn(bytes: Uint8Array, { from, to }: Range, type: string): Generator<Range> {
  for (let at = from; at + 8 <= to; ) {
    const length = numberAt(bytes, at, 4);
    // 1: a longer length follows; 0: up to the end.
    const head = length === 1 ? 16 : 8;
    const end = length === 0 ? to : at + Math.max(head, length === 1 ? numberAt(bytes, at + 8, 8) : length);
    if (nameAt(bytes, at + 4) === type) yield { from: at + head, to: Math.min(end, to) };
    at = end;
  }
}

const boxIn = (bytes: Uint8Array, range: Range, type: string): Range | undefined =>
  boxesIn(bytes, range, type).next().value;

function typesOfItems(bytes: Uint8Array, box: Range | undefined): ReadonlyMap<number, string> {
  if (!box) return new Map();
  const from = box.from + (bytes[box.from] === 0 ? 6 : 8);
  const items = [...boxesIn(bytes, { ...box, from }, "infe")].map(({ from }): [number, string] => {
    const idBytes = bytes[from] === 2 ? 2 : 4;
    return [numberAt(bytes, from + 4, idBytes), nameAt(bytes, from + 6 + idBytes)];
  });
  return new Map(items);
}

interface Item {
  readonly id: number;
  readonly ranges: readonly Range[];
}

function* placesOfItems(bytes: Uint8Array, box: Range | undefined, ownData: number): Generator<Item> {
  if (!box) return;
  let at = box.from + 4;
  const next = (size: number) => {
    at += size;
    return numberAt(bytes, at - size, size);
  };
  const version = bytes[box.from] ?? 0;
  const sizes = next(2);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 0xf, (sizes >> 4) & 0xf];
  const indexBytes = version > 0 ? sizes & 0xf : 0;
  const idBytes = version < 2 ? 2 : 4;
  // Without lengths each item would reach to the end of the file.
  if (lengthBytes === 0) return;
  for (let left = next(idBytes); left > 0 && at < box.to; left--) {
    const id = next(idBytes);
    // 1: in the box of the list's own data.
    const isOwn = version > 0 && (next(2) & 0xf) === 1;
    next(2);
    const base = next(baseBytes) + (isOwn ? ownData : 0);
    const ranges: Range[] = [];
    for (let parts = next(2); parts > 0 && at < box.to; parts--) {
      next(indexBytes);
      const from = base + next(offsetBytes);
      // The file may be cut off.
      ranges.push({ from, to: Math.min(from + next(lengthBytes), bytes.length) });
    }
    yield { id, ranges };
  }
}

/** Big-endian; bytes that are missing count as 0. */
function numberAt(bytes: Uint8Array, at: number, size: number): number {
  let number = 0;
  for (let nth = 0; nth < size; nth++) number = number * 256 + (bytes[at + nth] ?? 0);
  return number;
}

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
