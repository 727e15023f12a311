import * as group from "#core/contract/group";
import { createGroup } from "#core/group/create-group";
import { editGroup } from "#core/group/edit-group";
import { groupHistory, listGroups, readGroup } from "#core/group/list-groups";
import { removeGroup } from "#core/group/remove-group";
import { reads, writes } from "#functions/admin";

export const list = reads(group.list, listGroups);
export const create = writes(group.create, createGroup);
export const read = reads(group.read, readGroup);
export const edit = writes(group.edit, editGroup);
export const remove = writes(group.remove, removeGroup);
export const history = reads(group.history, groupHistory);
