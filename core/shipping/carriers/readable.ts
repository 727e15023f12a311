import type * as z from "zod";

/** A secondary field of a bought label: null if it cannot be parsed, so that it never fails the booking. */
export const readable = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);
