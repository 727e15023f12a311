/** Every operation, by area. For tools that walk them all; a verb imports its own area's file. */
import type { Operation } from "./kit.ts";
import * as service from "./service.ts";

type Exports = Readonly<Record<string, unknown>>;

/** An area's file also exports the shapes it speaks of; operations are what has a method and a path. */
const operationsIn = (area: Exports): Operation[] =>
  Object.values(area).filter(
    (exported): exported is Operation =>
      typeof exported === "object" && exported !== null && "method" in exported && "path" in exported,
  );

export const areas: Readonly<Record<string, readonly Operation[]>> = {
  service: operationsIn(service),
};

export const operations: readonly Operation[] = Object.values(areas).flat();
