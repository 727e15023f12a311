/**
 * Writes the scripts and styles that each screen needs in addition to the first load into the page, so that boot.js can
 * preload them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const web = join(import.meta.dirname, "..");
/** `screen("/orders", …, () => import("./order-list/order-list.tsx"))` */
const aScreen = /screen\(\s*"(?<path>[^"]+)",.*?import\("\.\/(?<file>[^"]+)"\)/gs;

/** Its place in the page: after the encoding, which HTML requires in the first kilobyte, and before boot.js. */
const place = /<!-- The build writes here.*?-->/;

export const parts: Plugin = {
  name: "parts",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])),
      );
      const neededBy = (names: readonly string[]): ReadonlySet<string> => {
        const seen = new Set(names);
        for (const name of seen) for (const imported of chunks.get(name)?.imports ?? []) seen.add(imported);
        return seen;
      };
      const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
      const first = neededBy(entry ? [entry.fileName] : []);
      const routes = readFileSync(join(web, "routes.tsx"), "utf8");
      const ofScreens = [...routes.matchAll(aScreen)].map(({ groups = {} }) => {
        const own = [...chunks.values()].find(
          ({ facadeModuleId }) => facadeModuleId === join(web, groups["file"] ?? ""),
        );
        const files = [...neededBy(own ? [own.fileName] : [])].filter((name) => !first.has(name));
        const styles = files.flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
        return [groups["path"], [...files, ...styles].map((name) => name.replace("assets/", ""))];
      });
      const written = JSON.stringify(Object.fromEntries(ofScreens));
      return html.replace(place, () => `<script type="application/json" id="parts">${written}</script>`);
    },
  },
};
