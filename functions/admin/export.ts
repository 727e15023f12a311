import * as exports from "#core/contract/export";
import { cancelExport, createExport, listExports, readExport } from "#core/job/exports";
import { reads, writes } from "#functions/admin";
import { waking } from "#functions/waking";

export const create = writes(exports.create, createExport, waking("jobs"));
export const list = reads(exports.list, listExports);
export const read = reads(exports.read, readExport);
export const cancel = writes(exports.cancel, cancelExport);
