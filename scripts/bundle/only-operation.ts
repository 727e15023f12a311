import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { build, type Plugin } from "esbuild";

const root = resolve(import.meta.dirname, "../..");

/**
 * The source of a Lambda that answers one operation: its own line of `functions/admin/<area>.ts` and the imports that
 * this line needs. esbuild shares code between the entries of a build by whole files, and does not see that a wrapper
 * called at the top of a file does nothing yet: an entry that imported the area's file would load all its operations.
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

/** What Lambda loads: the handler with its settings fetched first. */
export const entryOf = (file: string, name: string): string => `
  import { ${name} as answer } from "${file}";
  import { settled } from "#functions/deploy/settings";
  export const handler = settled(answer);
`;

/** Reads one file, and leaves its imports as they are written; those that nothing needs are dropped. */
const alone = (file: string): Plugin => ({
  name: "alone",
  setup(build) {
    build.onResolve({ filter: /^/ }, ({ path, kind }) =>
      kind === "entry-point" || path === file ? null : { path, external: true, sideEffects: false },
    );
    build.onLoad({ filter: /functions[/\\]admin[/\\][\w-]+\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(wrapped, "$1/* @__PURE__ */ "),
      loader: "ts",
    }));
  },
});

/** Binding an operation to its verb: droppable when nobody asks for the outcome. */
const wrapped = /^(export const \w+ =\s+)(?=(?:reads|writes|asks|steps|receives)\()/gm;
