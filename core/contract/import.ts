/** Imports: a file is uploaded, tried out in a dry run, and then worked in, row by row. */
import * as z from "zod";
import { id, time } from "./fields.ts";
import { Download, fileName, jobFields, jobStatuses } from "./job-shapes.ts";
import { listing, operation, pageOf } from "./kit.ts";
import type { Right } from "./rights.ts";
import { Upload } from "./upload.ts";

/** What can be imported, and the right that each takes. */
export const rightToImport = {
  orders: "orders.import",
  stock: "inventory.import",
  products: "catalog.write",
  customers: "customers.write",
  priceLists: "pricing.write",
} as const satisfies Readonly<Record<string, Right>>;
export type ImportKind = keyof typeof rightToImport;
export const importKinds = Object.keys(rightToImport) as [ImportKind, ...ImportKind[]]; // Object.keys forgets the keys
const kind = z.enum(importKinds);

/** 1 GB. */
export const importBytesMax = 1024 ** 3;

export const outcomes = ["created", "changed", "same", "refused"] as const;
export type Outcome = (typeof outcomes)[number];

export const Options = z
  .strictObject({
    emit: z
      .boolean()
      .default(false)
      .describe("Orders: emit `order.created` for each. Messages to customers are never sent."),
    overwrite: z
      .boolean()
      .default(false)
      .describe(
        "Products, customers, price lists and stock: take the file's word also where something has changed here since it was written, as far as the file says what it has seen. Such rows are refused otherwise.",
      ),
  })
  .prefault({});
export type Options = z.output<typeof Options>;

export const Import = z.object({
  id: id("import"),
  kind,
  ...jobFields,
  dryRun: z.boolean().describe("Whether it only tries: nothing of what it says has been written."),
  options: Options,
  layout: z.string().nullable().describe("How the file is laid out, by its first row: `own`, `shopify` …"),
  columns: z.array(z.string()).nullable().describe("The file's first row."),
  bytes: z.int().nullable().describe("How large the file is."),
  bytesDone: z.int(),
  secondsLeft: z.number().nullable().describe("At the rate so far; null when nobody can tell."),
  counts: z.object({ created: z.int(), changed: z.int(), same: z.int(), refused: z.int() }),
  refusedRows: Download.nullable().describe(
    "The refused rows with the reasons, to be fixed and sent again. `import.read` alone says it, once the job has ended.",
  ),
});
export type Import = z.output<typeof Import>;

export const ImportRow = z.object({
  row: z.int().describe("As a spreadsheet counts: the header is row 1."),
  outcome: z.enum(outcomes),
  about: z.string().describe("What it is about: a SKU, an order's number."),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  problems: z.array(
    z.object({
      column: z.string().nullable().describe("The column; null when it is about the whole row."),
      text: z.string().nullable().describe("What stands there."),
      why: z.string(),
    }),
  ),
});
export type ImportRow = z.output<typeof ImportRow>;

export const create = operation({
  name: "import.create",
  method: "POST",
  path: "/api/admin/jobs/imports",
  right: "signedIn",
  vendor: "closed",
  summary:
    "Ask for a place to upload a file to. Send it there, then `import.start` works on it. Each kind has a right of its own.",
  input: z.strictObject({
    kind,
    fileName,
    bytes: z.int().min(1).max(importBytesMax).describe("Exactly as many as will be sent."),
    options: Options,
  }),
  output: z.object({ import: Import, upload: Upload, expiresAt: time.describe("Until when the upload may begin.") }),
  keepsNoAnswer: true,
  refuses: ["right.missing"],
});

export const start = operation({
  name: "import.start",
  method: "POST",
  path: "/api/admin/jobs/imports/{id}/start",
  right: "signedIn",
  vendor: "closed",
  summary:
    "Work on the uploaded file, or try it: a dry run says row by row what would happen. What was done before stays; the same file again changes nothing.",
  input: z.strictObject({ id: id("import"), dryRun: z.boolean() }),
  output: Import,
  refuses: ["import.unknown", "import.underWay", "right.missing"],
});

export const list = operation({
  name: "import.list",
  method: "GET",
  path: "/api/admin/jobs/imports",
  right: "signedIn",
  vendor: "closed",
  summary: "List imports of the kinds that one may import, the newest first.",
  input: z.strictObject({ kind: kind.optional(), status: z.enum(jobStatuses).optional(), ...listing }),
  output: pageOf(Import),
  refuses: [],
});

export const read = operation({
  name: "import.read",
  method: "GET",
  path: "/api/admin/jobs/imports/{id}",
  right: "signedIn",
  vendor: "closed",
  summary: "Show how far an import is, what it did, and where its refused rows can be fetched.",
  input: z.strictObject({ id: id("import") }),
  output: Import,
  refuses: ["import.unknown", "right.missing"],
});

export const rows = operation({
  name: "import.rows",
  method: "GET",
  path: "/api/admin/jobs/imports/{id}/rows",
  right: "signedIn",
  vendor: "closed",
  summary:
    "List what became of the file's rows, in their order. Of rows that are not refused a dry run keeps the first 10,000 of each outcome, and a real run none; of refused rows the first 100,000 are kept.",
  input: z.strictObject({
    id: id("import"),
    outcome: z.enum(outcomes).optional(),
    ...listing,
  }),
  output: pageOf(ImportRow),
  refuses: ["import.unknown", "right.missing"],
});

export const cancel = operation({
  name: "import.cancel",
  method: "POST",
  path: "/api/admin/jobs/imports/{id}/cancel",
  right: "signedIn",
  vendor: "closed",
  summary: "Stop an import. What it has done until then stays, and its counts say how much that is.",
  input: z.strictObject({ id: id("import") }),
  output: Import,
  refuses: ["import.unknown", "import.ended", "right.missing"],
});
