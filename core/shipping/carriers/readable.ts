import * as z from "zod";

/** A secondary field of a bought label: null if it cannot be parsed, so that it never fails the booking. */
export const readable = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);

/** Words, which some carriers write as numbers at times. */
export const readableText = readable(z.union([z.string(), z.number().transform(String)]));

/** A price, as a number or as text, for `priced`. */
export const readableAmount = readable(z.union([z.string(), z.number()]));

/** A list of services: one that cannot be parsed is left out, and does not affect the others. */
export const readableList = <T extends z.ZodType>(entry: T) =>
  z
    .array(readable(entry))
    .refine((list) => list.length === 0 || list.some((one) => one), "no entry can be parsed")
    .transform((list) => list.filter((one): one is NonNullable<typeof one> => one !== null && one !== undefined));
