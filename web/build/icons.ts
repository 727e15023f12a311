/** `lucide:plus` is that icon as a component: only the icons that are imported are built. */
import { join } from "node:path";
import { icons as lucide } from "@iconify-json/lucide";
import type { Plugin } from "vite";

const component = JSON.stringify(join(import.meta.dirname, "../ui/icon.tsx"));
const own = "\0lucide:";

export const icons: Plugin = {
  name: "icons",
  resolveId: (id) => (id.startsWith("lucide:") ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(own)) return null;
    const icon = lucide.icons[id.slice(own.length)];
    if (!icon) return this.error(`Lucide has no icon of the name ${id.slice(own.length)}.`);
    // Set on the icon as a whole, so that a screen can have thinner lines.
    const body = icon.body.replaceAll(' stroke-width="2"', "");
    return {
      code: `import { iconOf } from ${component}; export default /* @__PURE__ */ iconOf(${JSON.stringify(body)});`,
      moduleSideEffects: false,
    };
  },
};
