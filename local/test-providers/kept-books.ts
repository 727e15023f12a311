import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type * as z from "zod";
import { jsonOf } from "./json-of.ts";

export interface KeptBooks<Books> {
  readonly books: Books;
  /** Resolves when the file contains everything that is in the books now. Concurrent calls share one write. */
  readonly save: () => Promise<void>;
}

interface BooksKind<Books> {
  /** The owner's name, for messages. */
  readonly whose: string;
  readonly schema: z.ZodType<Books>;
  readonly begin: () => Books;
}

/**
 * Books kept in a file, which only this user can read because it contains the key and the secret. It is written to a
 * temporary file and renamed, so that a start never finds half of it.
 * @throws a sentence if the file contains something else.
 */
export async function keptBooks<Books>(path: string, kind: BooksKind<Books>): Promise<KeptBooks<Books>> {
  await mkdir(dirname(path), { recursive: true });
  const books = await read(path, kind);
  let writing = Promise.resolve();
  let next: Promise<void> | undefined;
  const write = async () => {
    next = undefined;
    await writeFile(`${path}.new`, JSON.stringify(books), { mode: 0o600, flush: true });
    await rename(`${path}.new`, path);
  };
  const save = () => {
    const begin = () => {
      writing = write();
      return writing;
    };
    // A failed write fails those who waited for it, but not later ones.
    next ??= writing.then(begin, begin);
    return next;
  };
  await save();
  return { books, save };
}

async function read<Books>(path: string, { whose, schema, begin }: BooksKind<Books>): Promise<Books> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return begin();
    throw error;
  }
  const parsed = schema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw new Error(
    `${path} does not hold the ${whose}'s books. Put the file back as it was, or remove it to start over.`,
  );
}
