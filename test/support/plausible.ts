/** Valid values for an operation's fields, made from their declarations. */
import * as z from "zod";
import { type Kind, prefixes } from "#core/contract/kit/fields";
import { type Operation, placeOf } from "#core/contract/kit/operation";

const fieldsAt = (place: ReturnType<typeof placeOf>) => (op: Operation) =>
  Object.keys(op.input.shape).filter((name) => placeOf(op, name) === place);
export const pathFieldsOf = fieldsAt("path");
export const queryFieldsOf = fieldsAt("query");
export const bodyFieldsOf = fieldsAt("body");

export const fieldOf = (op: Operation, name: string) => op.input.shape[name] as z.ZodType; // zod's own core type is wider

interface Schema {
  readonly type?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly minimum?: number;
}

const schemaOf = (field: z.ZodType): Schema => z.toJSONSchema(field, { io: "input", unrepresentable: "any" }) as Schema; // the part of it that is read here

export const kindOf = (field: z.ZodType): Kind | undefined => {
  const prefix = /^\^\(?(?:\?:)?([a-z]{3})_/.exec(schemaOf(field).pattern ?? "")?.[1];
  return (Object.keys(prefixes) as Kind[]).find((kind) => prefixes[kind] === prefix); // Object.keys loses the type
};

/** A well-formed id of nothing. */
export const nothings = (kind: Kind) => `${prefixes[kind]}_${"0".repeat(26)}`;

/** The path's fields, well formed but naming nothing, and whatever else a query requires. */
export function plausible(op: Operation): Record<string, unknown> {
  const needed = queryFieldsOf(op).filter((name) => !fieldOf(op, name).safeParse(undefined).success);
  return Object.fromEntries([...pathFieldsOf(op), ...needed].map((name) => [name, valueFor(fieldOf(op, name))]));
}

function valueFor(field: z.ZodType): unknown {
  const kind = kindOf(field);
  if (kind) return nothings(kind);
  const { enum: choices, type, minimum } = schemaOf(field);
  if (choices) return choices[0];
  for (const text of ["2026-09-30", "2026-09-30T08:15:00Z"]) {
    if (field.safeParse(text).success && !field.safeParse("something").success) return text;
  }
  return type === "integer" || type === "number" ? (minimum ?? 1) : "something";
}

/** A value other than the one that counts if none is given. */
export function otherValueFor(field: z.ZodType): unknown {
  const { default: usual, enum: choices, type, items } = schemaOf(field);
  if (type === "boolean") return !usual;
  const other = (among?: readonly string[]) => among?.find((choice) => ![usual].flat().includes(choice));
  if (type === "array") return [other(items?.enum) ?? valueFor(elementOf(field))];
  return other(choices) ?? valueFor(field);
}

function elementOf(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return elementOf(field.unwrap() as z.ZodType);
  return (field as z.ZodArray<z.ZodType>).element; // the type that its schema has
}
