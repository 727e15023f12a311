import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

const contract = /core[/\\]contract[/\\][\w/\\-]+\.ts$/;
const descriptions = /\s*\.describe\(\s*"(?:[^"\\\n]|\\.)*",?\s*\)/g;

/**
 * Removes the contract's field descriptions from handlers, because each makes a second copy of its schema at every cold
 * start. Descriptions in a form that this does not recognise stay, and do no harm.
 */
export const withoutDescriptions: Plugin = {
  name: "without-descriptions",
  setup({ onLoad }) {
    onLoad({ filter: contract }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(descriptions, ""),
      loader: "ts",
    }));
  },
};
