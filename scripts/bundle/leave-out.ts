/**
 * Whole modules of our libraries that no handler of ours calls, each with its reason. What is called after all says so: a
 * module left out throws its name. `test/bundles.test.ts` loads every handler and sends it a request.
 */
import { build, type Plugin } from "esbuild";

/** By the end of their path. */
const modules: readonly RegExp[] = [
  // Every kind of column there is, for the form of `pgTable` that is given a function. Ours import the few they use.
  /drizzle-orm\/pg-core\/columns\/all\.js$/,
  // `db.query` and the relations it follows: our tables are not given to `drizzle()`, so it knows none.
  /drizzle-orm\/relations\.js$/,
  /drizzle-orm\/pg-core\/query-builders\/query\.js$/,
  // We have no materialised view.
  /drizzle-orm\/pg-core\/query-builders\/refresh-materialized-view\.js$/,
  // Large objects: `sql.largeObject`.
  /postgres\/src\/large\.js$/,
];

/** Logical replication, `sql.subscribe`. The driver calls this one for every pool, for the function that would subscribe. */
const subscribing = /postgres\/src\/subscribe\.js$/;

/** The generators of JSON Schema, which only the OpenAPI document needs. */
const jsonSchema =
  /zod\/v4\/(core\/(json-schema-processors|json-schema-generator|to-json-schema)|classic\/from-json-schema)\.js$/;

/** `withJsonSchema` is for the bundle that describes the API. */
export const leaveOut = ({ withJsonSchema }: { withJsonSchema: boolean }): Plugin => ({
  name: "leave-out",
  setup({ onLoad }) {
    for (const filter of withJsonSchema ? modules : [...modules, jsonSchema]) {
      onLoad({ filter }, async ({ path }) => ({ contents: await standIn(path) }));
    }
    onLoad({ filter: subscribing }, ({ path }) => ({
      contents: `export default () => () => { throw new Error(${leftOut(path)}); };`,
    }));
  },
});

const leftOut = (path: string) => JSON.stringify(`left out of the bundle: ${path.replace(/.*node_modules\//, "")}`);

/** A module with the same exports, none of which works. */
async function standIn(path: string): Promise<string> {
  const { metafile } = await build({ entryPoints: [path], format: "esm", metafile: true, write: false, outdir: "." });
  const names = Object.values(metafile.outputs).flatMap((output) => output.exports);
  return `function leftOut() { throw new Error(${leftOut(path)}); }
    export { ${names.map((name) => `leftOut as ${name}`).join(", ")} };`;
}
