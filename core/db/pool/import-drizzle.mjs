// For `node --import`. For each module of a package Node parses the whole "exports" of its package.json again, and
// Drizzle's are 130 kB: two thirds of a second and 200 MB of every start, for a hundred modules. Its imports of its own
// files need none of that. A module of its own and not TypeScript, because it runs before anything else.
import { registerHooks } from "node:module";

/** Modules of Drizzle import each other by relative paths with the file's full name; all of them are ES modules. */
const ofDrizzle = /\/node_modules\/drizzle-orm\/[^?]+\.js$/;

registerHooks({
  resolve(specifier, context, next) {
    const isOwn = specifier.startsWith(".") && specifier.endsWith(".js") && ofDrizzle.test(context.parentURL ?? "");
    if (!isOwn) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
  },
});
