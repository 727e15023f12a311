/**
 * Mantine has the styles of a hundred components in one file. Those of components that the admin does not use are
 * removed.
 */
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "vite";

const allStyles = /\/@mantine\/core\/styles\.css$/;
/** The module with a component's class names; its style sheet has the same name. */
const classNames = /\/@mantine\/core\/.*\/(?<component>\w+)\.module\.mjs$/;

/** @param modules the modules of the build, without unused ones */
export const usedStyles = (modules: readonly string[]): Plugin => {
  const used = new Set(modules.flatMap((id) => classNames.exec(id)?.groups?.["component"] ?? []));
  return {
    name: "used-styles",
    enforce: "pre",
    async load(id) {
      if (!allStyles.test(id)) return null;
      const folder = join(dirname(id), "styles");
      let styles = await readFile(id, "utf8");
      for (const file of await readdir(folder)) {
        const component = basename(file, ".css");
        // Files that belong to no component, such as variables and base styles, begin with a lower-case letter.
        if (!/^[A-Z]\w*\.css$/.test(file) || used.has(component)) continue;
        // Cut out of the whole file, because the order of the styles matters.
        styles = styles.replace((await readFile(join(folder, file), "utf8")).trim(), "");
      }
      return styles;
    },
  };
};
