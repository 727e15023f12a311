export const delimiters = [",", ";", "\t", "|"] as const;

/**
 * More than any row: a product with every picture and text that it may have has 1.5 MB. An unclosed quote, or an endless
 * line, is not read to its end.
 */
export const rowBytesMax = 2 * 1024 * 1024;

/** A larger row is passed over, such as one with a photograph in its description, but not to the end of the file. */
export const passedBytesMax = 3 * rowBytesMax;

/** A file's format, detected from its first bytes. */
export interface Form {
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
  /** The byte order mark, which is not part of a field. */
  readonly markBytes: number;
  readonly delimiter: (typeof delimiters)[number];
  /** Re-saved by a spreadsheet that took each line as one cell: `"a,""b"",c";`. */
  readonly wrapped: boolean;
}
