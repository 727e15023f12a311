import * as transfer from "#core/contract/transfer";
import { createTransfer } from "#core/stock/create-transfer";
import { listTransfers, readTransfer } from "#core/stock/lists/list-transfers";
import { reads, writes } from "#functions/admin";

export const create = writes(transfer.create, createTransfer);
export const list = reads(transfer.list, listTransfers);
export const read = reads(transfer.read, readTransfer);
