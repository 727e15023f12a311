/** What the browser never uses of what it would load: it makes the first load smaller by a tenth. */
import { build } from "esbuild";
import type { Plugin } from "vite";

/** The generators of JSON Schema, which only the OpenAPI document needs. Zod's schemas refer to them all the same. */
const jsonSchema =
  /zod\/v4\/(core\/(json-schema-processors|json-schema-generator|to-json-schema)|classic\/from-json-schema)\.js$/;

const contract = /core\/contract\/[\w-]+\.ts$/;
/** What the fields say of themselves is for the documentation. Each description would make a second copy of its schema. */
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

/** A module with the same exports, none of which works. */
async function standIn(path: string): Promise<string> {
  const { metafile } = await build({ entryPoints: [path], format: "esm", metafile: true, write: false, outdir: "." });
  const names = Object.values(metafile.outputs).flatMap((output) => output.exports);
  const message = JSON.stringify(`left out of the admin: ${path.replace(/.*node_modules\//, "")}`);
  return `function leftOut() { throw new Error(${message}); }
    export { ${names.map((name) => `leftOut as ${name}`).join(", ")} };`;
}
