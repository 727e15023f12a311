/** The doctor: fifteen checks that compare the store's figures with what has happened. */
import * as z from "zod";
import { time } from "./kit/fields.ts";
import { operation } from "./kit/operation.ts";

export const checkStatus = z.enum(["ok", "warn", "fail"]);
export type CheckStatus = z.output<typeof checkStatus>;

export const Check = z.object({
  number: z.int().describe("1 to 15, as numbered in the specification."),
  name: z.string(),
  status: checkStatus,
  sentence: z.string().describe("What was found, in one sentence."),
  count: z.int().describe("How many rows are affected."),
  rows: z
    .array(z.record(z.string(), z.unknown()))
    .describe("The first twenty of them, each with its identifiers and the numbers that disagree."),
  remedy: z.string().describe("What a person should do now; empty if nothing."),
});
export type Check = z.output<typeof Check>;

export const Examination = z.object({ at: time, status: checkStatus, checks: z.array(Check) });
export type Examination = z.output<typeof Examination>;

export const examine = operation({
  name: "doctor.examine",
  method: "GET",
  path: "/api/admin/diagnostics",
  right: "store.operate",
  vendor: "closed",
  summary: "Run the doctor's fifteen checks over one snapshot; nothing is changed.",
  input: z.strictObject({}),
  output: Examination,
  refuses: [],
});
