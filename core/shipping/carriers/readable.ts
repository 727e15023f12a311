import * as z from "zod";

/** A secondary field of a bought label: null if it cannot be parsed, so that it never fails the booking. */
export const readable = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);

/** Text, which some carriers write as a number at times. */
export const textOrNumber = z.union([z.string(), z.number().transform(String)]);

/** Words, which no decision depends on. */
export const readableText = readable(textOrNumber);

/** Yes or no, which some carriers write as text or as a number. */
export const yesOrNo = z.union([
  z.boolean(),
  textOrNumber
    .pipe(z.string().toLowerCase())
    .pipe(z.enum(["true", "false", "1", "0"]))
    .transform((word) => word === "true" || word === "1"),
]);

/** A price, as a number or as text, for `priced`. */
export const readableAmount = readable(z.union([z.string(), z.number()]));

/** A list of services: one that cannot be parsed is left out, and does not affect the others. */
export const readableList = <T extends z.ZodType>(entry: T) =>
  z
    .array(readable(entry))
    .refine((list) => list.length === 0 || list.some((one) => one), "no entry can be parsed")
    .transform((list) => list.filter((one): one is NonNullable<typeof one> => one !== null && one !== undefined));
