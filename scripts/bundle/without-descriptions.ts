import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

const contract = /core[/\\]contract[/\\][\w-]+\.ts$/;
const descriptions = /\s*\.describe\(\s*"(?:[^"\\\n]|\\.)*",?\s*\)/g;

/**
 * What our own contract says of its fields to whoever reads the documentation is no part of a handler: each description
 * makes a second copy of its schema, at every cold start. One that is written otherwise stays, and does no harm.
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
