/** What imports and exports have in common: their progress and how they ended. */
import * as z from "zod";
import { text, time } from "../kit/fields.ts";

export const jobStatuses = ["awaitingFile", "queued", "running", "done", "failed", "cancelled"] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** The file's name for people; shown, and offered when the file is downloaded. */
export const fileName = text(200);

const count = z.int().min(0);

export const jobFields = {
  fileName: z.string(),
  status: z
    .enum(jobStatuses)
    .describe("`cancelled` and `failed` keep what was done until then; the counts show how much that is."),
  rows: count.describe("Rows done so far, without the header."),
  rowsPerSecond: z.number().nullable().describe("Since it started; null before the first row."),
  says: z
    .string()
    .nullable()
    .describe(
      "For people: why it failed, that not all refused rows of an import were kept, and which of its columns are not read.",
    ),
  by: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string() }),
  createdAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
};

/** Where a file can be downloaded, for 15 minutes. */
export const Download = z.object({
  url: z.string().describe("Anyone who has this URL can download the file for 15 minutes: keep it secret."),
  fileName: z.string(),
});
