/** What imports and exports have in common: how far they are, and how they ended. */
import * as z from "zod";
import { text, time } from "./fields.ts";

export const jobStatuses = ["awaitingFile", "queued", "running", "done", "failed", "cancelled"] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** A name as people give files; it is shown, and offered when the file is fetched. */
export const fileName = text(200);

const count = z.int().min(0);

export const jobFields = {
  fileName: z.string(),
  status: z
    .enum(jobStatuses)
    .describe("`cancelled` and `failed` leave what was done until then; the counts say how much that is."),
  rows: count.describe("Rows of the file that are done, the header not counted."),
  rowsPerSecond: z.number().nullable().describe("Since it was started; null while nothing is done."),
  says: z
    .string()
    .nullable()
    .describe("Why it failed, or of an import that not all of its refused rows are kept; in words for people."),
  by: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string() }),
  createdAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
};

/** Where a file can be fetched from, for 15 minutes. */
export const Download = z.object({
  url: z.string().describe("Whoever has it may fetch the file, for 15 minutes: keep it to yourself."),
  fileName: z.string(),
});
