/**
 * `npm run build`: every Lambda as one file. An area's operations share a bundle, for an operation's own code is a few
 * kilobytes of it; each worker and each schedule has its own. With `web/` there, the admin as well.
 */
import { existsSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { build as esbuild, type Metafile, type Plugin } from "esbuild";
import { queues, routes, schedules } from "#functions/wiring";

const root = resolve(import.meta.dirname, "..");
/** It reads the migrations that lie beside it. */
const migrating = "core/db/migrate.ts";

/** A file with handlers in it, and which of its exports Lambda calls. Its bundle is `dist/functions/<name>/index.mjs`. */
export interface Bundle {
  readonly name: string;
  readonly handlers: readonly string[];
  /** What every cold start reads. */
  readonly bytes: number;
  /** The files that it was made of, relative to the project. */
  readonly inputs: readonly string[];
}

type Source = Pick<Bundle, "name" | "handlers">;

const sources: readonly Source[] = [
  ...Map.groupBy(routes, ({ area }) => area)
    .entries()
    .map(([area, group]) => ({ name: `admin/${area}`, handlers: group.map(({ verb }) => verb) })),
  ...queues.map(({ worker }) => ({ name: `worker/${worker}`, handlers: ["handler"] })),
  ...schedules.map(({ name }) => ({ name: `schedule/${name}`, handlers: ["handler"] })),
  { name: "deploy/migrate", handlers: ["handler"] },
];

/** Bundles everything, into `dist/functions` for the stacks to upload; a few seconds. */
export async function bundle(outdir = join(root, "dist/functions")): Promise<Bundle[]> {
  await rm(outdir, { recursive: true, force: true });
  return Promise.all(sources.map((source) => bundleOf(source, outdir)));
}

async function bundleOf(source: Source, outdir: string): Promise<Bundle> {
  const { metafile } = await esbuild({
    absWorkingDir: root,
    outdir: join(outdir, source.name),
    entryPoints: [{ in: source.name, out: "index" }],
    plugins: [entry(source)],
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    // What is loaded by `import()` on use, such as a carrier, stays out of the file that every cold start reads.
    splitting: true,
    outExtension: { ".js": ".mjs" },
    minify: true,
    legalComments: "none",
    // Beside the bundle, to read a stack trace with; the stacks leave it out of what they upload.
    sourcemap: "external",
    metafile: true,
    // Some libraries are CommonJS inside and ask for Node's own modules by `require`.
    banner: { js: 'import{createRequire as r}from"node:module";const require=r(import.meta.url);' },
    logLevel: "warning",
  });
  const bundled = described(source, metafile, relative(root, join(outdir, source.name)));
  if (bundled.inputs.includes(migrating)) {
    await cp(join(root, "core/db/migrations"), join(outdir, source.name, "migrations"), { recursive: true });
  }
  return bundled;
}

/** What Lambda loads: the handlers, each with its settings fetched first. The migration fetches them by itself. */
const entry = ({ name, handlers }: Source): Plugin => ({
  name: "entry",
  setup(build) {
    build.onResolve({ filter: /^/ }, ({ path, kind }) =>
      kind === "entry-point" ? { path, namespace: "entry" } : null,
    );
    build.onLoad({ filter: /^/, namespace: "entry" }, () => {
      const contents = name.startsWith("deploy/")
        ? `export { ${handlers.join(", ")} } from "#functions/${name}";`
        : [
            `import * as handlers from "#functions/${name}";`,
            `import { settled } from "#functions/deploy/settings";`,
            ...handlers.map((handler) => `export const ${handler} = settled(handlers.${handler});`),
          ].join("\n");
      return { contents, resolveDir: root, loader: "js" };
    });
  },
});

/** Follows the static imports from the entry: what is behind an `import()` is not read at a cold start. */
function described(source: Source, { outputs }: Metafile, folder: string): Bundle {
  const read = new Map<string, Metafile["outputs"][string]>();
  const waiting = [join(folder, "index.mjs")];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const output = outputs[file];
    if (!output || read.has(file)) continue;
    read.set(file, output);
    waiting.push(...output.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path));
  }
  return {
    ...source,
    bytes: [...read.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    inputs: Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)),
  };
}

/** The admin's pages into `dist/web`. */
export async function bundleWeb(): Promise<void> {
  if (!existsSync(join(root, "web"))) return;
  const vite = await import("vite");
  await vite.build({ configFile: join(root, "web/vite.config.ts"), logLevel: "warn" });
}

if (import.meta.main) {
  for (const { name, bytes } of await bundle()) console.log(`${(bytes / 1000).toFixed(0).padStart(5)} kB  ${name}`);
  await bundleWeb();
}
