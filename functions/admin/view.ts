import * as view from "#core/contract/view";
import { createView } from "#core/view/create-view";
import { editView } from "#core/view/edit-view";
import { listViews } from "#core/view/list-views";
import { removeView } from "#core/view/remove-view";
import { reads, writes } from "#functions/admin";

export const list = reads(view.list, listViews);
export const create = writes(view.create, createView);
export const edit = writes(view.edit, editView);
export const remove = writes(view.remove, removeView);
