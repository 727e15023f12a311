/** Removes code that the browser never uses: this makes the first load a tenth smaller. */
import { build } from "esbuild";
import type { Plugin } from "vite";

/** The JSON Schema generators, which Zod's schemas refer to, but only the OpenAPI document needs. */
const jsonSchema =
  /zod\/v4\/(core\/(json-schema-processors|json-schema-generator|to-json-schema)|classic\/from-json-schema)\.js$/;

const contract = /core\/contract\/[\w/-]+\.ts$/;
/**
 * What is only for the documentation: the summaries of operations, and the descriptions of fields, each of which would
 * also make a second copy of its schema.
 */
const documentation = /\s*\.describe\(\s*"(?:[^"\\\n]|\\.)*",?\s*\)|\bsummary:\s*"(?:[^"\\\n]|\\.)*",/g;

export const trim: Plugin = {
  name: "trim",
  enforce: "pre",
  apply: "build",
  async load(id) {
    return jsonSchema.test(id) ? standIn(id) : null;
  },
  transform(code, id) {
    return contract.test(id) ? { code: code.replace(documentation, ""), map: null } : null;
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
