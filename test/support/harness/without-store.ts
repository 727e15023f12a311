/** Which test files need neither a database nor the run's folder: they start without. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { importsOf, loaded, root } from "./imports.ts";

/** How code comes by a database or the folder: without these words it cannot know where they are. */
const words = /DATABASE_URL|\binject\(|from "postgres"/;

interface Read {
  readonly namesStore: boolean;
  readonly imports: readonly string[];
}

const files = new Map<string, Read>();

function read(file: string): Read {
  const known = files.get(file);
  if (known) return known;
  const found = {
    namesStore: words.test(readFileSync(join(root, file), "utf8")),
    imports: importsOf(file, loaded).filter((imported) => existsSync(join(root, imported))),
  };
  files.set(file, found);
  return found;
}

/** Whether the file, or anything that it loads, has one of the words. */
function reachesStore(file: string): boolean {
  const reached = new Set([file]);
  for (const one of reached) {
    const { namesStore, imports } = read(one);
    if (namesStore) return true;
    for (const imported of imports) reached.add(imported);
  }
  return false;
}

export const testFiles = "test/**/*.test.ts";

export const withoutStore: readonly string[] = globSync(testFiles, { cwd: root }).filter((file) => !reachesStore(file));
