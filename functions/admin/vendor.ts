import * as vendor from "#core/contract/vendor";
import { createVendor } from "#core/vendor/create";
import { editVendor } from "#core/vendor/edit";
import { listVendors } from "#core/vendor/list";
import { reads, writes } from "#functions/admin";

export const list = reads(vendor.list, listVendors);
export const create = writes(vendor.create, createVendor);
export const edit = writes(vendor.edit, editVendor);
