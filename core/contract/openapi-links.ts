import type * as z from "zod";

type Schema = z.core.JSONSchema.JSONSchema;

/** Where to go on from an answer: an operation, and how the answer fills its path. */
export interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Described {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Schema } } };
}

/** The kind of thing that an id names, as its prefix; undefined of what is no id. */
export const prefixOf = ({ pattern = "" }: Schema): string | undefined =>
  /^\^(\w{3}_)\[0-9a-z\]\{26\}\$$/.exec(pattern)?.[1];

/**
 * Links from what an operation has made to every operation about it: those whose path takes the ids in the answer. Of a
 * list in the answer it is the first thing, and only of lists that the request has filled: the others are empty still.
 */
export function linksFrom(
  op: Described,
  answer: Schema,
  others: readonly Described[],
  named: Readonly<Record<string, Schema>>,
): Readonly<Record<string, Link>> {
  const sent = op.requestBody?.content["application/json"].schema.properties ?? {};
  const places = new Map(idsIn(resolved(answer, named)));
  const links = others.flatMap(({ operationId, parameters }): [string, Link][] => {
    const inPath = parameters.filter((one) => one.in === "path");
    const filled = inPath.flatMap(({ name, schema }) => {
      const place = places.get(prefixOf(schema) ?? "");
      return place === undefined ? [] : [[name, `$response.body#/${place}`] as const];
    });
    const isWhole = inPath.length > 0 && filled.length === inPath.length;
    return isWhole ? [[operationId, { operationId, parameters: Object.fromEntries(filled) }]] : [];
  });
  return Object.fromEntries(links);

  function idsIn({ properties = {} }: Schema, within = ""): [prefix: string, place: string][] {
    const inside = Object.entries(properties).flatMap(([name, field]): [string, string][] => {
      const schema = typeof field === "object" ? resolved(field, named) : {};
      if (schema.type === "object") return idsIn(schema, `${within}${name}/`);
      const { items } = schema;
      const isOurs = within === "" && name in sent && typeof items === "object" && !Array.isArray(items);
      return isOurs ? idsIn(resolved(items, named), `${name}/0/`) : [];
    });
    const prefix = typeof properties["id"] === "object" ? prefixOf(properties["id"]) : undefined;
    // What lies nearer to the top is what the answer is about, so it comes last and counts.
    return prefix === undefined ? inside : [...inside, [prefix, `${within}id`]];
  }
}

const resolved = (schema: Schema, named: Readonly<Record<string, Schema>>): Schema =>
  schema.$ref ? (named[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;
