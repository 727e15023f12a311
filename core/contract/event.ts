/** Events that have not arrived yet. Their names are in `events.ts`. */
import * as z from "zod";
import { operation } from "./kit/operation.ts";

export const readBacklog = operation({
  name: "event.readBacklog",
  method: "GET",
  path: "/api/admin/events/backlog",
  right: "store.operate",
  vendor: "closed",
  summary: "Show how many events have not arrived at the webhooks yet, and how long the oldest has waited.",
  input: z.strictObject({}),
  output: z.object({
    waiting: z.int().describe("Counted up to 10,000."),
    lagSeconds: z.number().describe("Age of the oldest in seconds; 0 if none is waiting."),
  }),
  refuses: [],
});
