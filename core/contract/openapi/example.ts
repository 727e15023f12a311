import type * as z from "zod";
import { prefixOf } from "./links.ts";

type Schema = z.core.JSONSchema.JSONSchema;

/** An example for each text format. */
const formats: Readonly<Record<string, string>> = {
  email: "asha@example.com",
  "date-time": "2026-09-30T08:15:00.000Z",
  date: "2026-09-30",
  uri: "https://example.com/",
};

/** Examples by field name, where the name is more telling than the schema. */
const known: Readonly<Record<string, unknown>> = {
  name: "Asha Rao",
  password: "a long pass phrase",
  newPassword: "a longer pass phrase",
  phone: "+919876543210",
  line1: "1 Market Street",
  city: "Pune",
  postalCode: "411001",
  country: "IN",
  originCountry: "IN",
  hsCode: "6109.10",
  currency: "INR",
  timeZone: "Asia/Kolkata",
  language: "en-IN",
  sku: "LS-M",
  title: "Linen shirt",
  slug: "linen-shirt",
  code: "web",
  events: ["order.*"],
};

/**
 * A readable example value for a schema. An object gets its required fields, or all of them if none is required.
 * `named` are the schemas that it may refer to.
 */
export function exampleOf(schema: Schema, named: Readonly<Record<string, Schema>>, field = ""): unknown {
  if (schema.$ref) return exampleOf(named[schema.$ref.split("/").at(-1) ?? ""] ?? {}, named, field);
  if (schema.examples) return schema.examples[0];
  if (field in known) return known[field];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [either] = schema.anyOf ?? schema.oneOf ?? [];
  if (typeof either === "object") return exampleOf(either, named, field);
  switch (schema.type) {
    case "object":
      return exampleOfObject(schema, named);
    case "array":
      return typeof schema.items === "object" && !Array.isArray(schema.items) ? [exampleOf(schema.items, named)] : [];
    case "string":
      return exampleOfText(schema);
    case "integer":
    case "number":
      return schema.default ?? Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return schema.default ?? true;
    default:
      return null;
  }
}

function exampleOfObject(schema: Schema, named: Readonly<Record<string, Schema>>): Readonly<Record<string, unknown>> {
  const { properties = {}, required = [], allOf = [] } = schema;
  const shown = Object.entries(properties).filter(([name]) => required.length === 0 || required.includes(name));
  const example = Object.fromEntries(
    shown.flatMap(([name, one]) => (typeof one === "object" ? [[name, exampleOf(one, named, name)]] : [])),
  );
  const rule = allOf.find((one) => typeof one === "object" && isMet(one.if, example));
  const then = typeof rule === "object" && typeof rule.then === "object" ? rule.then : {};
  for (const name of Object.keys(then.properties ?? {})) delete example[name];
  for (const name of then.required ?? []) example[name] ??= exampleOf(asSchema(properties[name]), named, name);
  return example;
}

/** Whether the condition of a rule between fields (`byValueOf`) holds: the field has one of its values. */
const isMet = (condition: Schema | boolean | undefined, example: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(asSchema(condition).properties ?? {}).some(([name, one]) =>
    asSchema(one).enum?.some((value) => value === example[name]),
  );

const asSchema = (one: Schema | boolean | undefined): Schema => (typeof one === "object" ? one : {});

function exampleOfText(schema: Schema): string {
  const { format } = schema;
  const prefix = prefixOf(schema);
  return prefix ? `${prefix}01m7g5x2k9r4t8v3w6y0z1a2b3` : (formats[format ?? ""] ?? "text");
}
