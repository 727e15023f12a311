/** Removes code that the browser never uses: this makes the first load a tenth smaller. */
import { build } from "esbuild";
import type { Plugin } from "vite";

/** The JSON Schema generators, which Zod's schemas refer to, but only the OpenAPI document needs. */
const jsonSchema =
  /zod\/v4\/(core\/(json-schema-processors|json-schema-generator|to-json-schema)|classic\/from-json-schema)\.js$/;

const contract = /core\/contract\/[\w-]+\.ts$/;
/** Field descriptions are only for the documentation, and each would make a second copy of its schema. */
const descriptions = /\s*\.describe\(\s*"(?:[^"\\\n]|\\.)*",?\s*\)/g;

export const trim: Plugin = {
  name: "trim",
  enforce: "pre",
  apply: "build",
  async load(id) {
    return jsonSchema.test(id) ? standIn(id) : null;
  },
  transform(code, id) {
    return contract.test(id) ? { code: code.replace(descriptions, ""), map: null } : null;
  },
};

/** A stub with the same exports, none of which works. */
async function standIn(path: string): Promise<string> {
  const { metafile } = await build({ entryPoints: [path], format: "esm", metafile: true, write: false, outdir: "." });
  const names = Object.values(metafile.outputs).flatMap((output) => output.exports);
  const message = JSON.stringify(`left out of the admin: ${path.replace(/.*node_modules\//, "")}`);
  return `function leftOut() { throw new Error(${message}); }
    export { ${names.map((name) => `leftOut as ${name}`).join(", ")} };`;
}
