/** How a file gets into the store: straight to where it is kept, by a request that has been signed beforehand. */
import * as z from "zod";

/** For how long a signed request is good. */
export const presignedSeconds = 15 * 60;

export const Upload = z.object({
  method: z.literal("PUT"),
  url: z
    .string()
    .describe("Send the file's bytes here, and nothing else: it is the permission, so keep it to yourself."),
  headers: z
    .record(z.string(), z.string())
    .describe("Must be sent exactly like this; so must the length that was declared, as Content-Length."),
});
