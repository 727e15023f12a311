import * as imports from "#core/contract/import";
import { cancelImport } from "#core/job/cancel-import";
import { createImport } from "#core/job/create-import";
import { listImports } from "#core/job/list-imports";
import { listImportRows, readImport } from "#core/job/read-import";
import { startImport } from "#core/job/start-import";
import { reads, steps, writes } from "#functions/admin";
import { waking } from "#functions/waking";

export const create = steps(imports.create, createImport);
export const start = writes(imports.start, startImport, waking("jobs"));
export const list = reads(imports.list, listImports);
export const read = reads(imports.read, readImport);
export const rows = reads(imports.rows, listImportRows);
export const cancel = writes(imports.cancel, cancelImport, waking("jobs"));
