import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type * as z from "zod";
import { jsonOf } from "./json-of.ts";

export interface KeptBooks<Books> {
  readonly books: Books;
  /** Resolves when the file holds everything that the books hold now. Many that wait at once are served by one writing. */
  readonly save: () => Promise<void>;
}

interface BooksKind<Books> {
  /** Whose they are, for people. */
  readonly whose: string;
  readonly schema: z.ZodType<Books>;
  readonly begin: () => Books;
}

/**
 * The books in a file, for this user's eyes only: the key and the secret are in it. It is written whole beside itself and
 * renamed, so that a start never finds half of it.
 * @throws a sentence when the file holds something else.
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
    // One that fails fails those that waited for it, and not those after it.
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
