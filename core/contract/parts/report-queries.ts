/** Reports that people write in SQL. */
import * as z from "zod";
import { id, paragraphs, text, time, verbatim } from "../kit/fields.ts";
import { Done, listing, operation, pageOf } from "../kit/operation.ts";

/** The most rows that a run answers. */
export const rowsMax = 5_000;

export const parameterTypes = ["text", "number", "date", "boolean"] as const;
export const QueryParameter = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, "lower-case letters, digits and _, starting with a letter"),
  label: text(100).optional(),
  type: z.enum(parameterTypes),
  default: verbatim(0, 500).nullable().optional().describe("The field's initial value, as text."),
});
export type QueryParameter = z.output<typeof QueryParameter>;

const Chart = z.strictObject({
  kind: z.enum(["bar", "line"]),
  x: text(200).describe("The column for the x axis."),
  y: z.array(text(200)).min(1).max(5).describe("Numeric columns."),
});

const statement = verbatim(1, 20_000).describe(
  "One SELECT on the views of the schema `reporting`. A parameter is written {{name}}.",
);
const definition = {
  name: text(200),
  description: paragraphs(2_000).optional(),
  statement,
  parameters: z.array(QueryParameter).max(20).default([]),
  chart: Chart.nullable().default(null),
};

export const mornings = ["day", "monday"] as const;
const Schedule = z.object({
  every: z.enum(mornings).describe("Every morning, or on Monday mornings, in the store's time zone."),
  staff: z.array(z.object({ id: id("staff"), name: z.string() })).describe("The recipients who are still on the team."),
});

export const Query = z.object({
  id: id("report"),
  name: z.string(),
  description: z.string(),
  statement: z.string(),
  parameters: z.array(QueryParameter),
  chart: Chart.nullable(),
  schedule: Schedule.nullable().describe("When and to whom it is emailed, as a table and a file."),
  version: z.int(),
  createdBy: z.string(),
  createdAt: time,
  updatedAt: time,
});
export type Query = z.output<typeof Query>;

export const columnTypes = ["text", "number", "date", "time", "boolean"] as const;
export const Result = z.object({
  runId: id("reportRun"),
  columns: z.array(z.object({ name: z.string(), type: z.enum(columnTypes) })),
  rows: z
    .array(z.array(z.string().nullable()))
    .describe("Values in PostgreSQL's text form, in the order of the columns."),
  cut: z.boolean().describe("Whether the result was cut off, at 5,000 rows or 3 MB."),
  milliseconds: z.int(),
});
export type Result = z.output<typeof Result>;

export const runStatuses = ["running", "done", "failed", "cancelled", "timedOut"] as const;
export const Run = z.object({
  id: id("reportRun"),
  queryId: id("report").nullable().describe("Null for a statement that was not saved."),
  name: z.string().nullable(),
  statement: z.string(),
  parameters: z.record(z.string(), z.string().nullable()),
  by: z.string(),
  status: z.enum(runStatuses),
  rows: z.int().nullable(),
  cut: z.boolean().nullable(),
  says: z.string().nullable().describe("PostgreSQL's error message, if it failed."),
  startedAt: time,
  endedAt: time.nullable(),
});
export type Run = z.output<typeof Run>;

export const listQueries = operation({
  name: "report.listQueries",
  method: "GET",
  path: "/api/admin/reports/queries",
  right: "reports.read",
  vendor: "closed",
  summary: "List the reports in SQL, by name.",
  input: z.strictObject(listing),
  output: pageOf(Query),
  refuses: [],
});

export const readQuery = operation({
  name: "report.readQuery",
  method: "GET",
  path: "/api/admin/reports/queries/{id}",
  right: "reports.read",
  vendor: "closed",
  summary: "Show a report in SQL.",
  input: z.strictObject({ id: id("report") }),
  output: Query,
  versioned: true,
  refuses: ["report.unknown"],
});

export const createQuery = operation({
  name: "report.createQuery",
  method: "POST",
  path: "/api/admin/reports/queries",
  right: "reports.write",
  vendor: "closed",
  summary: "Save a report in SQL, for everyone who may read reports. It is not run, so errors only show when it is.",
  input: z.strictObject(definition),
  output: Query,
  status: 201,
  versioned: true,
  refuses: ["report.nameTaken"],
});

export const editQuery = operation({
  name: "report.editQuery",
  method: "PUT",
  path: "/api/admin/reports/queries/{id}",
  right: "reports.write",
  vendor: "closed",
  summary: "Change a report in SQL.",
  input: z.strictObject({ id: id("report"), ...definition }),
  output: Query,
  versioned: true,
  refuses: ["report.unknown", "report.nameTaken"],
});

export const removeQuery = operation({
  name: "report.removeQuery",
  method: "DELETE",
  path: "/api/admin/reports/queries/{id}",
  right: "reports.write",
  vendor: "closed",
  summary: "Remove a report in SQL. Its runs stay on record.",
  input: z.strictObject({ id: id("report") }),
  output: Done,
  refuses: ["report.unknown"],
});

export const setSchedule = operation({
  name: "report.setSchedule",
  method: "PUT",
  path: "/api/admin/reports/queries/{id}/schedule",
  right: "reports.write",
  vendor: "closed",
  summary:
    "Email a report to people on the team, each morning or on Mondays; null stops it. Its parameters have their defaults, and people who may not read reports get none.",
  input: z.strictObject({
    id: id("report"),
    schedule: z.strictObject({ every: z.enum(mornings), staffIds: z.array(id("staff")).min(1).max(20) }).nullable(),
  }),
  output: Query,
  refuses: ["report.unknown", "staff.unknown"],
});

const given = z
  .record(z.string().max(40), verbatim(0, 500).nullable())
  .default({})
  .describe("Values of its parameters, as text; the others have their defaults.");
const runRefusals = [
  "report.off",
  "report.refused",
  "report.failed",
  "report.cancelled",
  "report.tooSlow",
  "report.busy",
] as const;

export const runQuery = operation({
  name: "report.runQuery",
  method: "POST",
  path: "/api/admin/reports/queries/{id}/runs",
  right: "reports.read",
  vendor: "closed",
  summary: "Run a saved report: read-only, for at most 10 seconds. The audit keeps the statement that ran.",
  input: z.strictObject({ id: id("report"), parameters: given }),
  output: Result,
  refuses: ["report.unknown", ...runRefusals],
  keepsNoAnswer: true,
});

export const tryQuery = operation({
  name: "report.tryQuery",
  method: "POST",
  path: "/api/admin/reports/runs",
  right: "reports.write",
  vendor: "closed",
  summary: "Run a statement without saving it, under the same rules as a saved report.",
  input: z.strictObject({ statement, declared: z.array(QueryParameter).max(20).default([]), parameters: given }),
  output: Result,
  refuses: runRefusals,
  keepsNoAnswer: true,
});

export const listRuns = operation({
  name: "report.listRuns",
  method: "GET",
  path: "/api/admin/reports/runs",
  right: "reports.read",
  vendor: "closed",
  summary: "List runs of reports in SQL, newest first.",
  input: z.strictObject({ ...listing, queryId: id("report").optional() }),
  output: pageOf(Run),
  refuses: [],
});

export const cancelRun = operation({
  name: "report.cancelRun",
  method: "POST",
  path: "/api/admin/reports/runs/{id}/cancel",
  right: "reports.read",
  vendor: "closed",
  summary: "Stop a run in progress. A run that has ended is unaffected.",
  input: z.strictObject({ id: id("reportRun") }),
  output: z.object({ stopped: z.boolean() }),
  refuses: ["report.runUnknown", "report.off"],
  keepsNoAnswer: true,
});

export const readSchema = operation({
  name: "report.readSchema",
  method: "GET",
  path: "/api/admin/reports/schema",
  right: "reports.read",
  vendor: "closed",
  summary: "Describe the views that a report in SQL may read, and whether this database can run such reports.",
  input: z.strictObject({}),
  output: z.object({
    available: z.boolean().describe("False if the database has no separate login for reports."),
    views: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        columns: z.array(z.object({ name: z.string(), type: z.string(), description: z.string() })),
      }),
    ),
  }),
  refuses: [],
});
