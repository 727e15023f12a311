/** Events on their way out. What they carry is in `events.ts`. */
import * as z from "zod";
import { operation } from "./kit.ts";

export const readBacklog = operation({
  name: "event.readBacklog",
  method: "GET",
  path: "/api/admin/events/backlog",
  right: "store.operate",
  vendor: "closed",
  summary: "Say how many events are on their way, and for how long the oldest has been.",
  input: z.strictObject({}),
  output: z.object({
    waiting: z.int().describe("Counted to 10,000 and no further."),
    lagSeconds: z.number().describe("Age of the oldest in seconds; 0 when none is on its way."),
  }),
  refuses: [],
});
