import { areas } from "#core/contract/index";

/** The operations that change something, by name; each with a summary such as "Cancel an order". It loads the whole contract. */
export const writeOperations: ReadonlyMap<string, string> = new Map(
  Object.values(areas)
    .flat()
    .filter(({ method }) => method !== "GET")
    .map(({ name, summary }) => [name, summary]),
);
