/**
 * Modules of our libraries that no handler calls, each with its reason. If one is called after all, it throws an error
 * with its name. `test/bundles.test.ts` loads every handler and sends it a request.
 */
import { build, type Plugin } from "esbuild";

/** By the end of their paths. */
const modules: readonly RegExp[] = [
  // All column types, for the form of `pgTable` that takes a function. Our tables import the few that they use.
  /drizzle-orm\/pg-core\/columns\/all\.js$/,
  // `db.query` and its relations: our tables are not passed to `drizzle()`, so it has none.
  /drizzle-orm\/relations\.js$/,
  /drizzle-orm\/pg-core\/query-builders\/query\.js$/,
  // We have no materialised views.
  /drizzle-orm\/pg-core\/query-builders\/refresh-materialized-view\.js$/,
  // Large objects: `sql.largeObject`.
  /postgres\/src\/large\.js$/,
];

/** Logical replication, `sql.subscribe`. The driver calls this for every pool, to create the subscribe function. */
const subscribing = /postgres\/src\/subscribe\.js$/;

/** The JSON Schema generators, which only the OpenAPI document needs. */
const jsonSchema =
  /zod\/v4\/(core\/(json-schema-processors|json-schema-generator|to-json-schema)|classic\/from-json-schema)\.js$/;

/** `withJsonSchema` keeps those, for the bundle that serves the OpenAPI document. */
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

/** A module with the same exports, which throw when they are used. */
async function standIn(path: string): Promise<string> {
  const { metafile } = await build({ entryPoints: [path], format: "esm", metafile: true, write: false, outdir: "." });
  const names = Object.values(metafile.outputs).flatMap((output) => output.exports);
  return `function leftOut() { throw new Error(${leftOut(path)}); }
    export { ${names.map((name) => `leftOut as ${name}`).join(", ")} };`;
}
