/**
 * The admin's build: `npm run build` writes it to dist/web; `vite dev -c web/vite.config.ts` serves it with a running
 * store.
 */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { codeSplittingFor, scriptsOf } from "./build/chunks.ts";
import { compress } from "./build/compress.ts";
import { icons } from "./build/icons.ts";
import { parts } from "./build/parts.ts";
import { usedStyles } from "./build/styles.ts";
import { trim } from "./build/trim.ts";

const base = {
  root: import.meta.dirname,
  plugins: [trim, icons, react(), parts, compress],
  build: {
    target: "es2024",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // The target browsers support it.
    modulePreload: { polyfill: false },
  },
};

export default defineConfig(async ({ command }) => {
  const scripts = command === "build" ? await scriptsOf(base) : null;
  return {
    ...base,
    plugins: [...base.plugins, ...(scripts ? [usedStyles(scripts.flatMap(({ moduleIds }) => moduleIds))] : [])],
    // test/web/first-load.test.ts reads from the manifest what the first load contains, and limits its size.
    build: {
      ...base.build,
      outDir: "../dist/web",
      emptyOutDir: true,
      manifest: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1000,
      ...(scripts && { rolldownOptions: { output: { codeSplitting: codeSplittingFor(scripts) } } }),
    },
    // The store's API and files, but not this folder's web/api/*.ts.
    server: { proxy: { "^/(api/(?!.*\\.tsx?)|media/|files/)": process.env["API"] ?? "http://localhost:4000" } },
  };
});
