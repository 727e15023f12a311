/** The segments of a JPEG. */
import { bytesOf, exifWith, orientationIn } from "./exif.ts";

/** The second byte of each kind of marker; the first is 0xff. */
const marker = {
  ...{ first: 0xff, start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe },
  ...{ app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee, app15: 0xef },
} as const;

interface Segment {
  readonly code: number;
  /** Where it begins, with its marker, and ends. */
  readonly from: number;
  readonly to: number;
}

export function jpegWithoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const segments = [...segmentsOf(bytes)];
  const orientation = segments.map((segment) => orientationOf(bytes, segment)).find((found) => found !== null);
  const kept = segments
    .filter((segment) => isOfPicture(bytes, segment))
    .map(({ from, to }) => bytes.subarray(from, to));
  return [bytes.subarray(0, 2), ...(orientation ? [segmentWith(orientation)] : []), ...kept];
}

/** Up to the picture's end: what phones append is a video or a second picture with metadata of its own. */
function* segmentsOf(bytes: Uint8Array): Generator<Segment> {
  for (let from = 2; from < bytes.length; ) {
    const code = bytes[from] === marker.first ? bytes[from + 1] : undefined;
    if (code === marker.end) return yield { code, from, to: from + 2 };
    const length = ((bytes[from + 2] ?? 0) << 8) | (bytes[from + 3] ?? 0);
    const end = from + 2 + Math.max(2, length);
    // Damage and padding are left to whatever draws the picture.
    const isOdd = code === undefined || code === marker.first;
    const to = isOdd ? nextMarker(bytes, from + 1) : code === marker.scan ? nextMarker(bytes, end) : end;
    yield { code: code ?? 0, from, to };
    from = to;
  }
}

/** In the picture's data a marker's first byte is followed by 0, or by a restart marker. */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(marker.first, from); at !== -1; at = bytes.indexOf(marker.first, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== marker.first && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** Whether the picture would look different without it. Of application segments, those about colours are kept. */
function isOfPicture(bytes: Uint8Array, segment: Segment): boolean {
  const { code } = segment;
  if (code === marker.app2) return isNamed(bytes, segment, "ICC_PROFILE\0");
  if (code === marker.app0 || code === marker.app14) return true;
  return code !== marker.comment && !(code >= marker.app1 && code <= marker.app15);
}

const isNamed = (bytes: Uint8Array, { from }: Segment, name: string): boolean =>
  [...name].every((letter, nth) => bytes[from + 4 + nth] === letter.charCodeAt(0));

/** The picture's orientation; null if the segment does not say. */
const orientationOf = (bytes: Uint8Array, segment: Segment): number | null =>
  segment.code === marker.app1 && isNamed(bytes, segment, exifName)
    ? orientationIn(bytes.subarray(segment.from + 4 + exifName.length, segment.to))
    : null;

const exifName = "Exif\0\0";

function segmentWith(orientation: number): Uint8Array<ArrayBuffer> {
  const content = [...bytesOf(exifName), ...exifWith(orientation)];
  return Uint8Array.from([marker.first, marker.app1, 0, content.length + 2, ...content]);
}
