/** Mantine's styles are of a hundred components in one file. Those of components that the admin has not got are left out. */
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "vite";

const allStyles = /\/@mantine\/core\/styles\.css$/;
/** Where a component has the names of its classes; its styles have a file of the same name. */
const classNames = /\/@mantine\/core\/.*\/(?<component>\w+)\.module\.mjs$/;

/** @param modules what the build is made of, without what nobody uses */
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
        // What is of no component begins with a small letter: the variables, and how every page begins.
        if (!/^[A-Z]\w*\.css$/.test(file) || used.has(component)) continue;
        // As one piece of the whole, whose order counts.
        styles = styles.replace((await readFile(join(folder, file), "utf8")).trim(), "");
      }
      return styles;
    },
  };
};
