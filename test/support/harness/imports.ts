/** What the files of this project import, read from their text. */
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

export const root = join(import.meta.dirname, "..", "..", "..");

/** What a program loads at its start, what it may load at all, and what a file names: types are not loaded. */
export const atStart = /^(?:import|export)(?! type)\b[^;"]*?from "([^"]+)"|^import "([^"]+)"/gm;
export const loaded = new RegExp(`${atStart.source}|import\\("([^"]+)"\\)`, "gm");
export const named = /^(?:import|export)\b[^;"]*?from "([^"]+)"|^import "([^"]+)"|import\("([^"]+)"\)/gm;

/** What a file imports: paths of this project from its root, packages by name. */
export function importsOf(file: string, statements = named): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(statements)].map(([, ...names]) => {
    const name = names.find((one) => one !== undefined) ?? "";
    if (name.startsWith("#")) return `${name.slice(1)}.ts`;
    return name.startsWith(".") ? normalize(join(dirname(file), name)) : name;
  });
}
