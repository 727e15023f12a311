/**
 * `npm run build`: what the stacks upload. An area's operations are entries of one bundle with shared chunks; each
 * worker and each schedule has its own bundle. Also builds the admin if `web/` exists.
 */
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join, relative, resolve } from "node:path";
import { build as esbuild, type Metafile, type Plugin } from "esbuild";
import { queues, routes, schedules } from "#functions/wiring";
import { alone } from "#local/alone";
import { buildAdminAnew } from "#local/build-admin";
import { fingerprint } from "./bundle/fingerprint.ts";
import { leaveOut } from "./bundle/leave-out.ts";
import { entryOf, onlyOperation } from "./bundle/only-operation.ts";
import { plainHttp } from "./bundle/plain-http.ts";
import { withoutDescriptions } from "./bundle/without-descriptions.ts";

const root = resolve(import.meta.dirname, "..");
/** It reads the migrations next to it. */
const migrating = "core/db/migrate.ts";

/** Uploaded together: a folder `dist/functions/<name>` with a file for each entry, which exports `handler`. */
export interface Bundle {
  readonly name: string;
  readonly entries: readonly Entry[];
  /** Its source files, relative to the project. */
  readonly inputs: readonly string[];
}

interface Entry {
  /** The operation's verb; `index` of a worker or a schedule. Lambda calls `<name>.handler`. */
  readonly name: string;
  /** The bytes that a cold start reads: the entry and its static imports, without dynamic ones. */
  readonly bytes: number;
  /** The sources of these bytes, relative to the project. */
  readonly inputs: readonly string[];
}

interface Source {
  readonly name: string;
  readonly entries: Readonly<Record<string, () => string | Promise<string>>>;
}

const byItself = (name: string): Source => ({
  name,
  entries: { index: () => entryOf(`#functions/${name}`, "handler") },
});

const sources: readonly Source[] = [
  ...Map.groupBy(routes, ({ area }) => area)
    .entries()
    .map(([area, group]) => ({
      name: `admin/${area}`,
      entries: Object.fromEntries(group.map(({ verb }) => [verb, () => onlyOperation(area, verb)])),
    })),
  ...queues.map(({ worker }) => byItself(`worker/${worker}`)),
  ...schedules.map(({ name }) => byItself(`schedule/${name}`)),
  // It needs no settings, so it does not fetch them.
  { name: "unrouted", entries: { index: () => 'export { handler } from "#functions/unrouted";' } },
  // It fetches its settings itself, because it must report a failure to CloudFormation.
  { name: "deploy/migrate", entries: { index: () => 'export { handler } from "#functions/deploy/migrate";' } },
];

/** Where the bundles are. */
export const bundled = join(root, "dist/functions");
/** Written last, so what it describes is complete. */
const record = join(bundled, "bundles.json");

interface Made {
  /** The fingerprint of what they were made of. */
  readonly from: string;
  readonly bundles: readonly Bundle[];
}

/**
 * Bundles everything into `dist/functions`, for the stacks to upload. That takes a minute of processor time, so nothing
 * is done if what is there was made of the same sources and libraries: a deploy builds what `npm run build` has built,
 * and so does the test of the bundles. If several processes ask for it, one builds and the others wait.
 */
export async function bundle(): Promise<readonly Bundle[]> {
  await mkdir(join(root, "dist"), { recursive: true });
  return alone(join(root, "dist/.bundling.lock"), async () => {
    const from = await fingerprint(root);
    const made: Made | null = JSON.parse(await readFile(record, "utf8").catch(() => "null"));
    if (made?.from === from) return made.bundles;
    await rm(bundled, { recursive: true, force: true });
    const bundles = await Promise.all(sources.map(bundleOf));
    await writeFile(record, JSON.stringify({ from, bundles } satisfies Made));
    return bundles;
  });
}

async function bundleOf({ name, entries }: Source): Promise<Bundle> {
  const describesTheApi = name === "admin/service";
  const { metafile } = await esbuild({
    absWorkingDir: root,
    outdir: join(bundled, name),
    entryPoints: Object.keys(entries),
    plugins: [
      written(entries),
      plainHttp,
      leaveOut({ withJsonSchema: describesTheApi }),
      ...(describesTheApi ? [] : [withoutDescriptions]),
    ],
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    // A library's ES modules if it has both: CommonJS cannot be tree-shaken.
    mainFields: ["module", "main"],
    // Shared code goes into chunks, and dynamic imports are not read at a cold start.
    splitting: true,
    outExtension: { ".js": ".mjs" },
    minify: true,
    legalComments: "none",
    // Next to the bundle, for stack traces; the stacks do not upload it.
    sourcemap: "external",
    metafile: true,
    // Some libraries contain CommonJS that calls `require`, for Node's modules only. Every chunk begins with this line.
    banner: { js: "const require=process.getBuiltinModule;" },
    logLevel: "warning",
  });
  refuseOtherModules(metafile);
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  if (inputs.includes(migrating)) {
    await cp(join(root, "core/db/migrations"), join(bundled, name, "migrations"), { recursive: true });
  }
  const folder = relative(root, join(bundled, name));
  return {
    name,
    inputs,
    entries: Object.keys(entries).map((entry) => ({
      name: entry,
      ...coldStart(metafile, join(folder, `${entry}.mjs`)),
    })),
  };
}

/** A library may try `require` for a package that is not installed. Here it would get undefined in place of an error. */
function refuseOtherModules({ outputs }: Metafile): void {
  for (const { kind, path } of Object.values(outputs).flatMap(({ imports }) => imports)) {
    if (kind === "require-call" && !isBuiltin(path))
      throw new Error(`Only Node's modules can be required: not ${path}.`);
  }
}

/** The generated sources of the entries. */
const written = (entries: Source["entries"]): Plugin => ({
  name: "written",
  setup(build) {
    build.onResolve({ filter: /^/ }, ({ path, kind }) =>
      kind === "entry-point" ? { path, namespace: "entry" } : null,
    );
    build.onLoad({ filter: /^/, namespace: "entry" }, async ({ path }) => ({
      contents: (await entries[path]?.()) ?? "",
      // The folder of the file that its lines are taken from.
      resolveDir: join(root, "functions/admin"),
      loader: "js",
    }));
  },
});

/** A file with its static imports; dynamic ones are not read at a cold start. */
function coldStart({ outputs }: Metafile, entry: string): Pick<Entry, "bytes" | "inputs"> {
  const read = new Map<string, Metafile["outputs"][string]>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const output = outputs[file];
    if (!output || read.has(file)) continue;
    read.set(file, output);
    waiting.push(...output.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path));
  }
  const files = [...read.values()];
  return {
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    inputs: files.flatMap((file) => Object.keys(file.inputs)),
  };
}

/** Builds the admin into `dist/web`. */
export async function bundleWeb(): Promise<void> {
  if (existsSync(join(root, "web"))) await buildAdminAnew();
}

if (import.meta.main) {
  for (const { name, entries } of await bundle()) {
    const [largest] = entries.toSorted((a, b) => b.bytes - a.bytes);
    console.log(`${((largest?.bytes ?? 0) / 1000).toFixed(0).padStart(5)} kB  ${name}/${largest?.name}`);
  }
  await bundleWeb();
}
