import { type Form, unwrapped } from "./sniff.ts";
import { UnreadableFile } from "./unreadable.ts";

/** A spreadsheet's cell has at most 32,767 characters; our limit for a record is 1 MB. */
const lineMax = 1024 * 1024;

/**
 * Streams a file's text, as it was before a spreadsheet re-saved it.
 * @throws UnreadableFile where its encoding is not that of its first bytes.
 */
export async function* decoded(bytes: AsyncIterable<Uint8Array>, form: Form): AsyncGenerator<string> {
  const text = decodedText(bytes, form);
  yield* form.wrapped ? unwrappedLines(text) : text;
}

async function* decodedText(bytes: AsyncIterable<Uint8Array>, { encoding }: Form): AsyncGenerator<string> {
  // The byte order mark is already skipped: another one is a character.
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new UnreadableFile(
        `The file is not written in ${encoding.toUpperCase()}: save it as CSV in UTF-8, so that no letter is taken for another.`,
      );
    }
  };
  for await (const chunk of bytes) {
    const text = decode(chunk);
    if (text !== "") yield text;
  }
  const last = decode();
  if (last !== "") yield last;
}

async function* unwrappedLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\n/);
    rest = lines.pop() ?? "";
    if (rest.length > lineMax) throw new UnreadableFile("The file has a line of more than 1 MB.");
    if (lines.length > 0) yield `${lines.map(unwrapped).join("\n")}\n`;
  }
  if (rest !== "") yield unwrapped(rest);
}
