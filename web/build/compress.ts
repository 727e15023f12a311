/** Puts beside each script and style that every list waits for the same in Brotli's smallest form: local/admin.ts serves it. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

/** As chunks.ts calls them. The smallest form takes seconds to make: too long while somebody waits, or for all of them. */
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
