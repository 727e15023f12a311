/** Imports: a file is uploaded, tried in a dry run, and then applied row by row. */
import * as z from "zod";
import { id, time } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { Download, fileName, jobFields, jobStatuses } from "./parts/job-shapes.ts";
import { Upload } from "./parts/upload.ts";
import type { Right } from "./values/rights.ts";

/** What can be imported, and the right each kind needs. */
export const rightToImport = {
  orders: "orders.import",
  stock: "inventory.import",
  products: "catalog.write",
  customers: "customers.write",
  priceLists: "pricing.write",
} as const satisfies Readonly<Record<string, Right>>;
export type ImportKind = keyof typeof rightToImport;
export const importKinds = Object.keys(rightToImport) as [ImportKind, ...ImportKind[]]; // Object.keys forgets the keys
const kind = z.enum(importKinds).describe(
  `Each kind needs its own right: ${Object.entries(rightToImport)
    .map(([kind, right]) => `\`${right}\` for \`${kind}\``)
    .join(", ")}.`,
);

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
        "Products, customers, price lists and stock: apply a row even if its record has changed since the file was written, as far as the file shows what it was based on. Otherwise such rows are refused.",
      ),
  })
  .prefault({});
export type Options = z.output<typeof Options>;

export const Import = z.object({
  id: id("import"),
  kind,
  ...jobFields,
  dryRun: z.boolean().describe("Whether it is only a trial: nothing it reports has been written."),
  options: Options,
  layout: z.string().nullable().describe("The file's layout, detected from its first row: `own`, `shopify` …"),
  columns: z
    .array(z.string())
    .nullable()
    .describe("The file's first row, without the two columns of a file of refused rows."),
  bytes: z.int().nullable().describe("The file's size."),
  bytesDone: z.int(),
  secondsLeft: z.number().nullable().describe("At the rate so far; null if unknown."),
  counts: z.object({ created: z.int(), changed: z.int(), same: z.int(), refused: z.int() }),
  refusedRows: Download.nullable().describe(
    "The refused rows with the reasons, to be fixed and sent again. Only `import.read` returns this, once the job has ended.",
  ),
});
export type Import = z.output<typeof Import>;

export const ImportRow = z.object({
  row: z.int().describe("Counted as in a spreadsheet: the header is row 1."),
  outcome: z.enum(outcomes),
  about: z.string().describe("The row's subject: a SKU, an order number."),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  problems: z.array(
    z.object({
      column: z.string().nullable().describe("The column; null if the whole row is concerned."),
      text: z.string().nullable().describe("The cell's text."),
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
  summary: "Request an upload address for a file. Send the file there, then call `import.start`.",
  input: z.strictObject({
    kind,
    fileName,
    bytes: z.int().min(1).max(importBytesMax).describe("The exact number of bytes that will be sent."),
    options: Options,
  }),
  output: z.object({
    import: Import,
    upload: Upload,
    expiresAt: time.describe("The upload must start before this time."),
  }),
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
    "Import the uploaded file, or try it: a dry run reports row by row what would happen. Rows already imported stay; importing the same file again changes nothing. If the file was replaced after its dry run, the import ends as `failed`.",
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
  summary: "List imports of the kinds that the caller may import, newest first.",
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
  summary: "Show an import's progress, what it did, and where its refused rows can be downloaded.",
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
    "List the outcomes of the file's rows, in their order. The first 100,000 refused rows are kept. Of the others, a dry run keeps the first 10,000 of each outcome, and a real run none.",
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
  summary: "Cancel an import. What it has done so far stays; its counts show how much that is.",
  input: z.strictObject({ id: id("import") }),
  output: Import,
  refuses: ["import.unknown", "import.ended", "right.missing"],
});
