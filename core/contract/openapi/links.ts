import type * as z from "zod";

type Schema = z.core.JSONSchema.JSONSchema;

/** A follow-up to an answer: an operation, and how the answer fills its path. */
export interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Described {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Schema } } };
}

/** The prefix of an id's schema, which shows its kind; undefined for a schema that is not an id's. */
export const prefixOf = ({ pattern = "" }: Schema): string | undefined =>
  /^\^(\w{3}_)\[0-9a-z\]\{26\}\$$/.exec(pattern)?.[1];

/**
 * Links from an answer to every operation whose path its ids fill: from a list to operations on its first item, from a
 * thing to its parts. Where something was just created, only the parts that the request named exist yet.
 */
export function linksFrom(
  op: Described,
  answer: Schema,
  others: readonly Described[],
  named: Readonly<Record<string, Schema>>,
): Readonly<Record<string, Link>> {
  const sent = op.requestBody?.content["application/json"].schema.properties;
  const places = new Map(idsIn(resolved(answer, named)));
  const links = others.flatMap(({ operationId, parameters }): [string, Link][] => {
    const inPath = parameters.filter((one) => one.in === "path");
    const filled = inPath.flatMap(({ name, schema }) => {
      const place = places.get(prefixOf(schema) ?? "");
      return place === undefined ? [] : [[name, `$response.body#/${place}`] as const];
    });
    const isWhole = inPath.length > 0 && filled.length === inPath.length && operationId !== op.operationId;
    return isWhole ? [[operationId, { operationId, parameters: Object.fromEntries(filled) }]] : [];
  });
  return Object.fromEntries(links);

  /** Where the ids are, by kind. Parts come first, so that the object's own id wins where both have the same kind. */
  function idsIn({ properties = {} }: Schema, within = ""): [prefix: string, place: string][] {
    const inParts = Object.entries(properties).flatMap(([name, field]) => {
      const { type, properties: parts = {}, items } = typeof field === "object" ? resolved(field, named) : {};
      if (type === "object") return idsIn({ properties: parts }, `${within}${name}/`);
      const isThere = type === "array" && (sent === undefined || (within === "" && name in sent));
      const isList = isThere && typeof items === "object" && !Array.isArray(items);
      return isList ? idsIn(resolved(items, named), `${within}${name}/0/`) : [];
    });
    const prefix = typeof properties["id"] === "object" ? prefixOf(properties["id"]) : undefined;
    return prefix === undefined ? inParts : [...inParts, [prefix, `${within}id`]];
  }
}

const resolved = (schema: Schema, named: Readonly<Record<string, Schema>>): Schema =>
  schema.$ref ? (named[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;
