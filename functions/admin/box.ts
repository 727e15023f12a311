import { createBox } from "#core/box/create-box";
import { editBox } from "#core/box/edit-box";
import { listBoxes } from "#core/box/list-boxes";
import { removeBox } from "#core/box/remove-box";
import * as box from "#core/contract/box";
import { reads, writes } from "#functions/admin";

export const list = reads(box.list, listBoxes);
export const create = writes(box.create, createBox);
export const edit = writes(box.edit, editBox);
export const remove = writes(box.remove, removeBox);
