/** Ctrl-Z, with which programs from DOS still end a file. Some fill a block with it, or with NUL bytes behind it. */
const mark = "\x1a";
const filling = `${mark}\0\r\n`;

/** More is no rest of a block. */
const lengthMax = 65_536;

/** Where that end begins, if the text ends with one; otherwise its length. */
export function endOfFileIn(text: string): number {
  let from = text.length;
  while (from > 0 && filling.includes(text.charAt(from - 1))) from--;
  const at = text.indexOf(mark, from);
  return at < 0 || text.length - at > lengthMax ? text.length : at;
}
