import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { build, type Plugin } from "esbuild";

const root = resolve(import.meta.dirname, "../..");

/**
 * The source of the Lambda for one operation: its line of `functions/admin/<area>.ts` and the imports of that line.
 * esbuild splits code by whole files, and does not know that a wrapper called at the top level has no side effects: an
 * entry that imported the area's file would load all its operations.
 */
export async function onlyOperation(area: string, verb: string): Promise<string> {
  const file = `#functions/admin/${area}`;
  const { outputFiles } = await build({
    stdin: { contents: entryOf(file, verb), resolveDir: root },
    plugins: [alone(file)],
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

/** What Lambda loads: the handler, after fetching its settings. */
export const entryOf = (file: string, name: string): string => `
  import { ${name} as answer } from "${file}";
  import { withSettings } from "#functions/deploy/settings";
  export const handler = withSettings(answer);
`;

/** Transforms one file without resolving its imports; unused ones are dropped. */
const alone = (file: string): Plugin => ({
  name: "alone",
  setup(build) {
    build.onResolve({ filter: /^/ }, ({ path, kind }) =>
      kind === "entry-point" || path === file ? null : { path, external: true, sideEffects: false },
    );
    build.onLoad({ filter: /functions[/\\]admin[/\\][\w-]+\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(wrapped, "/* @__PURE__ */ "),
      loader: "ts",
    }));
  },
});

/** Calls that bind an operation to its verb or a worker: pure, so that one with an unused result can be dropped. */
const wrapped = /(?<=^export const \w+ =\s+)(?=(?:reads|writes|asks|steps|receives)\()|\b(?=waking\()/gm;
