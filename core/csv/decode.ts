import { type Form, rowBytesMax } from "./form.ts";
import { unwrapped } from "./sniff.ts";
import { UnreadableFile } from "./unreadable.ts";

/** The next byte is no character. Which row it is in, only the reader of the rows can say. */
export class WronglyEncoded extends Error {
  override name = "WronglyEncoded";
  /** Whether the file ends with the first bytes of a character. */
  readonly isCutOff: boolean;
  constructor(isCutOff = false) {
    super();
    this.isCutOff = isCutOff;
  }
}

/**
 * Streams a file's text, as it was before a spreadsheet re-saved it.
 * @throws WronglyEncoded behind the last character in the encoding of its first bytes.
 */
export async function* decoded(bytes: AsyncIterable<Uint8Array>, form: Form): AsyncGenerator<string> {
  const text = decodedText(bytes, form);
  yield* form.wrapped ? unwrappedLines(text) : text;
}

async function* decodedText(bytes: AsyncIterable<Uint8Array>, { encoding }: Form): AsyncGenerator<string> {
  // Ends with the first bytes of a character, whose others the next chunk brings.
  let unread = Buffer.alloc(0);
  for await (const chunk of bytes) {
    unread = Buffer.concat([unread, chunk]);
    const text = textOf(unread, encoding);
    if (text === null) {
      yield textBeforeFault(unread, encoding);
      throw new WronglyEncoded();
    }
    unread = unread.subarray(encoding === "utf-8" ? Buffer.byteLength(text) : text.length * 2);
    if (text !== "") yield text;
  }
  if (unread.length > 0) throw new WronglyEncoded(true);
}

/** The whole characters that these bytes begin with; null if not all bytes are characters. */
function textOf(bytes: Uint8Array, encoding: Form["encoding"]): string | null {
  // The byte order mark is already skipped: another one is a character.
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** The rows that end before the first wrong byte are good, wherever its chunk began. */
function textBeforeFault(bytes: Uint8Array, encoding: Form["encoding"]): string {
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (textOf(bytes.subarray(0, middle), encoding) === null) bad = middle;
    else good = middle;
  }
  return textOf(bytes.subarray(0, good), encoding) ?? "";
}

async function* unwrappedLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\n/);
    rest = lines.pop() ?? "";
    if (rest.length > rowBytesMax) throw new UnreadableFile("The file has a line of more than 2 MB.");
    if (lines.length > 0) yield `${lines.map(unwrapped).join("\n")}\n`;
  }
  if (rest !== "") yield unwrapped(rest);
}
