/** Imported files: uploaded as a client does, and processed by the worker's own handler. */
import type { SQSEvent } from "aws-lambda";
import { expect } from "vitest";
import * as imports from "#core/contract/import";
import type { Id } from "#core/contract/kit/fields";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { inPublishedChange } from "#core/event/publish";
import { writeFile } from "#core/file/write";
import { runJobs as runEach } from "#core/job/run-jobs";
import { imports as known } from "#functions/jobs";
import { handler } from "#functions/worker/run-jobs";
import { call } from "../call.ts";
import { invocation } from "../invocation.ts";
import { sent, someFiles } from "./files.ts";

type Kind = imports.ImportKind;
interface Asked {
  readonly fileName?: string;
  readonly options?: Partial<imports.Options>;
}

/** An import whose file has arrived. */
export async function anUploadedImport(
  kind: Kind,
  file: string | Uint8Array,
  { fileName = "file.csv", options }: Asked = {},
) {
  await someFiles();
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  const asked = { kind, fileName, bytes: bytes.length, ...(options && { options }) };
  const { body } = await call(imports.create, asked);
  const { id } = body.import;
  if (bytes.length <= sentMax) await sent(body.upload, bytes);
  else await writeFile(`uploads/imports/${id}`, "text/csv", piecesOf(bytes));
  return id;
}

/** The embedded S3 accepts no more in one request; the runtime passes larger files on in parts, and so does this. */
const sentMax = 8 * 1024 * 1024;

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sentMax) yield bytes.subarray(at, at + sentMax);
}

const wakeUp = { Records: [{ messageId: "1" }] } as SQSEvent; // our handlers read nothing else
export const runJobs = async () => expect(await handler(wakeUp, invocation)).toEqual({ batchItemFailures: [] });

/** A worker whose time is up once it has started a file and processed one batch of it. */
export async function oneBatch(): Promise<void> {
  let commits = 0;
  const commit: typeof inPublishedChange = (by, work) => {
    commits++;
    return inPublishedChange(by, work);
  };
  await runEach({ imports: known, exports: [], timeLeft: () => (commits < 2 ? 600_000 : 0), commit });
}

/** Ends the claims of dead workers. */
export const jobsDueNow = () =>
  db().execute(sql`update jobs set due_at = clock_timestamp() - interval '1 second' where due_at is not null`);

export async function startedImport(id: Id<"import">, { dryRun = false } = {}) {
  expect(await call(imports.start, { id, dryRun })).toMatchObject({ status: 200, body: { status: "queued" } });
  await runJobs();
  return importNow(id);
}

export const importNow = async (id: Id<"import">) => (await call(imports.read, { id })).body;

/** The file's import, run to its end. */
export async function imported(kind: Kind, file: string | Uint8Array, asked: Asked & { dryRun?: boolean } = {}) {
  const { dryRun = false } = asked;
  return startedImport(await anUploadedImport(kind, file, asked), { dryRun });
}

export const rowsOf = async (id: Id<"import">, outcome?: imports.Outcome) =>
  (await call(imports.rows, { id, limit: 200, ...(outcome && { outcome }) })).body.items;

export const csv = (...lines: readonly (readonly (string | number)[])[]) =>
  lines.map((cells) => `${cells.map((cell) => quoted(String(cell))).join(",")}\n`).join("");

const quoted = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
