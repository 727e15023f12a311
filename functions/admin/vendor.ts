import * as vendor from "#core/contract/vendor";
import { createVendor } from "#core/vendor/create";
import { editVendor } from "#core/vendor/edit";
import { listVendors } from "#core/vendor/list";
import { listVendorLines } from "#core/vendor/list-lines";
import { readVendor } from "#core/vendor/read";
import { reads, writes } from "#functions/admin";

export const list = reads(vendor.list, listVendors);
export const read = reads(vendor.read, readVendor);
export const listLines = reads(vendor.listLines, listVendorLines);
export const create = writes(vendor.create, createVendor);
export const edit = writes(vendor.edit, editVendor);
