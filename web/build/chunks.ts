/**
 * Groups modules into scripts. By default the build makes a small script of whatever two screens share: a hundred
 * requests for the first screen. What is loaded first is known only after unused modules have been removed, so the
 * build runs twice.
 */
import { join } from "node:path";
import { build, type InlineConfig, type Rolldown } from "vite";

const web = join(import.meta.dirname, "..");
/** Loaded before any screen. */
const entry = join(web, "main.tsx");
/** Its list uses the modules that all lists share. */
const aList = join(web, "order-list", "order-list.tsx");

/** Opened more often than any other page. */
const anOrder = join(web, "orders", "order-page.tsx");

/** Modules that at least this many screens need are combined into one script. */
const sharedMin = 6;

const barcodes = /\/node_modules\/jsbarcode\/|\/web\/ui\/barcode\.tsx$/;

/** The scripts that a build with this configuration makes, without unused modules. */
export async function scriptsOf(config: InlineConfig): Promise<Rolldown.OutputChunk[]> {
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: "error",
    build: { ...config.build, write: false, minify: false },
  })) as Rolldown.RolldownOutput; // one output, and no watch mode
  return output.filter((file) => file.type === "chunk");
}

export function codeSplittingFor(scripts: readonly Rolldown.OutputChunk[]): Rolldown.CodeSplittingOptions {
  const chunks = new Map(scripts.map((script) => [script.fileName, script]));
  /** The modules of a script and of all scripts that it imports. */
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
  const ofOrders = needed(anOrder);
  return {
    groups: [
      // They change only with library updates, so browsers keep them longer than the rest.
      { name: (id) => (first.has(id) && id.includes("/node_modules/") ? "libraries" : null), priority: 4 },
      { name: (id) => (first.has(id) && id !== entry ? "admin" : null), priority: 3 },
      { name: (id) => (id !== aList && ofLists.has(id) ? "lists" : null), priority: 2 },
      // Six screens draw barcodes; the others need not load that library.
      { name: (id) => (barcodes.test(id) ? "barcodes" : null), priority: 2 },
      { name: (id) => (ofOrders.has(id) ? "shared" : null), priority: 1, minShareCount: sharedMin },
      // What an order shows only later, such as most kinds of fields.
      { name: "later", priority: 0, minShareCount: sharedMin },
    ],
  };
}
