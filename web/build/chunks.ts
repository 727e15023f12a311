/**
 * Which modules become one script. By itself the build makes a small script of whatever two screens share, and a browser
 * asks for each: a hundred requests for the first screen. What is loaded first is known only once all that nobody uses
 * has been left out, so the build runs twice.
 */
import { join } from "node:path";
import { build, type InlineConfig, type Rolldown } from "vite";

const web = join(import.meta.dirname, "..");
/** What is there before any screen is. */
const entry = join(web, "main.tsx");
/** Its list is made of what all lists are made of. */
const aList = join(web, "order-list", "order-list.tsx");

/** So many screens need it: one script of all such modules is better than one of each. */
const sharedMin = 6;

const barcodes = /\/node_modules\/jsbarcode\/|\/web\/ui\/barcode\.tsx$/;

/** The scripts of a build by this configuration, without what nobody uses. */
export async function scriptsOf(config: InlineConfig): Promise<Rolldown.OutputChunk[]> {
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: "error",
    build: { ...config.build, write: false, minify: false },
  })) as Rolldown.RolldownOutput; // one output, and it is not watched
  return output.filter((file) => file.type === "chunk");
}

export function codeSplittingFor(scripts: readonly Rolldown.OutputChunk[]): Rolldown.CodeSplittingOptions {
  const chunks = new Map(scripts.map((script) => [script.fileName, script]));
  /** The modules of a script and of all that it imports. */
  const needed = (module: string): ReadonlySet<string> => {
    const waiting = [...chunks.values()].filter(({ facadeModuleId }) => facadeModuleId === module);
    // The page itself is the entry that `main.tsx` is part of.
    if (waiting.length === 0) waiting.push(...[...chunks.values()].filter(({ isEntry }) => isEntry));
    const seen = new Set(waiting);
    for (const chunk of seen)
      for (const name of chunk.imports) {
        const imported = chunks.get(name);
        if (imported) seen.add(imported);
      }
    return new Set([...seen].flatMap(({ moduleIds }) => moduleIds));
  };
  const first = needed(entry);
  const ofLists = needed(aList);
  return {
    groups: [
      // They change with a new release of a library only, so that a browser keeps them for longer than the rest.
      { name: (id) => (first.has(id) && id.includes("/node_modules/") ? "libraries" : null), priority: 4 },
      { name: (id) => (first.has(id) && id !== entry ? "admin" : null), priority: 3 },
      { name: (id) => (id !== aList && ofLists.has(id) ? "lists" : null), priority: 2 },
      // Six screens draw bars, and the others need not wait for the library that does.
      { name: (id) => (barcodes.test(id) ? "barcodes" : null), priority: 2 },
      { name: "shared", priority: 1, minShareCount: sharedMin },
    ],
  };
}
