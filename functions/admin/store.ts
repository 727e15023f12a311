import * as store from "#core/contract/store";
import { editStore } from "#core/store/edit";
import { readStore } from "#core/store/settings";
import { reads, writes } from "#functions/admin";

export const read = reads(store.read, readStore);
export const edit = writes(store.edit, editStore);
