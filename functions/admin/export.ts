import * as exports from "#core/contract/export";
import { cancelExport } from "#core/job/exports/cancel-export";
import { createExport } from "#core/job/exports/create-export";
import { listExports } from "#core/job/exports/list-exports";
import { readExport } from "#core/job/exports/read-export";
import { reads, writes } from "#functions/admin";
import { waking } from "#functions/waking";

export const create = writes(exports.create, createExport, waking("jobs"));
export const list = reads(exports.list, listExports);
export const read = reads(exports.read, readExport);
export const cancel = writes(exports.cancel, cancelExport);
