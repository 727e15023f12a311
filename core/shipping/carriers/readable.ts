import type * as z from "zod";

/** What stands beside a label that is bought, and cannot be read, is not there: it makes no question of the label. */
export const readable = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);
