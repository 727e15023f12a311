/** How a file is uploaded: directly to storage, by a presigned request. */
import * as z from "zod";

/** How long a presigned request is valid. */
export const presignedSeconds = 15 * 60;

export const Upload = z.object({
  method: z.literal("PUT"),
  url: z.string().describe("Send only the file's bytes here. This URL is the permission: keep it secret."),
  headers: z
    .record(z.string(), z.string())
    .describe("Must be sent exactly like this, as must the declared length as Content-Length."),
});
