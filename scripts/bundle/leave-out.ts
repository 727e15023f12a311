/**
 * What our libraries bring along and no handler of ours calls. A handler is held to 250 kB minified, and these would be
 * some 50 more. Whatever is missed says so loudly: a module left out throws when it is called, a method left out is no
 * function. `test/bundles.test.ts` loads every handler and sends it a request.
 */
import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** The driver calls this one for every pool, for the function that would subscribe. */
const subscribing = /postgres\/src\/subscribe\.js$/;

/** Whole modules, by the end of their path. */
const modules: readonly RegExp[] = [
  // Every kind of column there is, for the form of `pgTable` that is given a function. Ours import the few they use.
  /drizzle-orm\/pg-core\/columns\/all\.js$/,
  // `db.query` and the relations it follows: our tables are not given to `drizzle()`, so it knows none.
  /drizzle-orm\/relations\.js$/,
  /drizzle-orm\/pg-core\/query-builders\/query\.js$/,
  // We have no materialised view.
  /drizzle-orm\/pg-core\/query-builders\/refresh-materialized-view\.js$/,
  // Large objects and logical replication: `sql.largeObject`, `sql.subscribe`.
  /postgres\/src\/large\.js$/,
  subscribing,
];

/** The generator of JSON Schema, which only the OpenAPI document needs, and how each kind of schema would call it. */
const jsonSchema =
  /zod\/v4\/(core\/(json-schema-processors|json-schema-generator|to-json-schema)|classic\/from-json-schema)\.js$/;
const toJsonSchema = /^ +inst\._zod\.processJSONSchema = .*;\n/gm;

/** What the contract says of its fields to whoever reads the documentation. */
const contract = /core[/\\]contract[/\\][\w-]+\.ts$/;
const descriptions = /\s*\.describe\(\s*"(?:[^"\\\n]|\\.)*",?\s*\)/g;

const zodSchemas = /zod\/v4\/classic\/schemas\.js$/;

/** Methods of these names, each from its first line to the bracket that ends it at the same depth. */
const methods = (...names: string[]) =>
  new RegExp(`^( +)(?:${names.join("|")})\\([^\\n]*\\{\\n[\\s\\S]*?^\\1\\},?\\n`, "gm");

/** Lines that keep much else alive, by file. */
const cuts: readonly { readonly file: RegExp; readonly lines: readonly RegExp[] }[] = [
  {
    file: zodSchemas,
    lines: [
      // `z.string().email()` and its like keep every text format alive. Zod itself has deprecated them for `z.email()`.
      methods("email", "url", "jwt", "emoji", "guid", "uuid", "uuidv4", "uuidv6", "uuidv7", "nanoid", "cuid", "cuid2"),
      methods("ulid", "base64", "base64url", "xid", "ksuid", "ipv4", "ipv6", "cidrv4", "cidrv6", "e164"),
      methods("datetime", "date", "time", "duration"),
      // Kinds of schema that the contract has none of.
      methods("and", "catch", "exactOptional", "exactPartial", "nonoptional", "prefault", "readonly", "required"),
      // It ends a parse of data that contains itself. Ours was text a moment ago, or rows, and cannot.
      /^ +if \(!core\.globalConfig\.memoizer\)\n.*\n/m,
    ],
  },
  // What writes the SQL of `db.query`.
  { file: /drizzle-orm\/pg-core\/dialect\.js$/, lines: [methods("buildRelationalQueryWithoutPK")] },
];

/** `withJsonSchema` is for the bundle that describes the API. */
export const leaveOut = ({ withJsonSchema }: { withJsonSchema: boolean }): Plugin => ({
  name: "leave-out",
  setup(build) {
    if (!withJsonSchema) {
      build.onLoad({ filter: contract }, async ({ path }) => ({
        contents: (await readFile(path, "utf8")).replace(descriptions, ""),
        loader: "ts",
      }));
    }
    for (const filter of withJsonSchema ? modules : [...modules, jsonSchema]) {
      build.onLoad({ filter }, async ({ path }) => ({ contents: standIn(path, await readFile(path, "utf8")) }));
    }
    for (const { file, lines: always } of cuts) {
      const lines = !withJsonSchema && file === zodSchemas ? [...always, toJsonSchema] : always;
      build.onLoad({ filter: file }, async ({ path }) => ({
        contents: without(lines, path, await readFile(path, "utf8")),
      }));
    }
  },
});

function without(lines: readonly RegExp[], path: string, source: string): string {
  return lines.reduce((text, line) => {
    const shorter = text.replace(line, "");
    // A new release of the library may be written otherwise.
    if (shorter.length === text.length) throw new Error(`${path} has nothing like ${line}`);
    return shorter;
  }, source);
}

/** A module with the same exports, none of which works. */
function standIn(path: string, source: string): string {
  const declared = [...source.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)].map(([, name]) => name);
  const listed = [...source.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim().replace(/.* as /, "")),
  );
  const named = [...declared, ...listed].filter((name) => name).map((name) => `leftOut as ${name}`);
  const byDefault = subscribing.test(path) ? "export default () => leftOut;" : "export default leftOut;";
  const what = JSON.stringify(`left out of the bundle: ${path.replace(/.*node_modules\//, "")}`);
  return [
    `function leftOut() { throw new Error(${what}); }`,
    /^export default /m.test(source) ? byDefault : "",
    `export { ${named.join(", ")} };`,
  ].join("\n");
}
