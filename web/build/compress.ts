/**
 * Compresses the scripts and styles that every list waits for with Brotli's highest quality; local/http/admin.ts serves
 * them.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

/** Named in chunks.ts. The highest quality takes seconds: too long for a request, and for all files. */
const waitedFor = /^assets\/(index|libraries|lists)-[^/]+\.(js|css)$/;
const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

export const compress: Plugin = {
  name: "compress",
  apply: "build",
  async writeBundle({ dir = "." }, bundle) {
    const names = Object.keys(bundle).filter((name) => waitedFor.test(name));
    const small = promisify(brotliCompress);
    await Promise.all(
      names.map(async (name) => {
        const path = join(dir, name);
        await writeFile(`${path}.br`, await small(await readFile(path), { params }));
      }),
    );
  },
};
