/**
 * A JPEG without its metadata, such as the location where it was taken, because everyone can download a product's
 * images. Phones upload photographs as JPEG. The picture itself is not compressed again.
 */

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

/** @returns the bytes as they are if they are not those of a JPEG. */
export function withoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  if (bytes[0] !== marker.first || bytes[1] !== marker.start) return [bytes];
  const segments = [...segmentsOf(bytes)];
  const turned = segments.map((segment) => orientationIn(bytes, segment)).find((turn) => turn !== null);
  const kept = segments
    .filter((segment) => isOfPicture(bytes, segment))
    .map(({ from, to }) => bytes.subarray(from, to));
  return [bytes.subarray(0, 2), ...(turned ? [exifWithOrientation(turned)] : []), ...kept];
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

/** Of the application's segments, those without which it would look different: colours, and how they are coded. */
function isOfPicture(bytes: Uint8Array, segment: Segment): boolean {
  const { code } = segment;
  if (code === marker.app2) return isNamed(bytes, segment, "ICC_PROFILE\0");
  if (code === marker.app0 || code === marker.app14) return true;
  return code !== marker.comment && !(code >= marker.app1 && code <= marker.app15);
}

const isNamed = (bytes: Uint8Array, { from }: Segment, name: string): boolean =>
  [...name].every((letter, nth) => bytes[from + 4 + nth] === letter.charCodeAt(0));

const orientationTag = 0x0112;

/** How the picture has to be turned to be upright: 1 to 8 as in Exif; null if the segment does not say. */
function orientationIn(bytes: Uint8Array, segment: Segment): number | null {
  if (segment.code !== marker.app1 || !isNamed(bytes, segment, "Exif\0\0")) return null;
  const tiff = bytes.subarray(segment.from + 10, segment.to);
  const isLittle = tiff[0] === 0x49;
  const numberAt = (at: number, size: 2 | 4): number => {
    const digits = [...tiff.subarray(at, at + size)];
    return (isLittle ? digits.toReversed() : digits).reduce((sum, digit) => sum * 256 + digit, 0);
  };
  const directory = numberAt(4, 4);
  for (let nth = 0; nth < numberAt(directory, 2); nth++) {
    const entry = directory + 2 + 12 * nth;
    if (entry + 12 > tiff.length) return null;
    if (numberAt(entry, 2) === orientationTag) return numberAt(entry + 8, 2);
  }
  return null;
}

/** An Exif segment with the orientation and nothing else. */
const exifWithOrientation = (orientation: number) =>
  Uint8Array.from([
    ...[marker.first, marker.app1, 0, 34, ...[..."Exif\0\0"].map((letter) => letter.charCodeAt(0))],
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1],
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation & 0xf, 0, 0, 0, 0, 0, 0],
  ]);
