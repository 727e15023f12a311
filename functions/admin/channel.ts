import { createChannel } from "#core/catalogue/create-channel";
import { editChannel } from "#core/catalogue/edit-channel";
import { listChannels, readChannel } from "#core/catalogue/list-channels";
import { removeChannel } from "#core/catalogue/remove-channel";
import * as channel from "#core/contract/channel";
import { reads, writes } from "#functions/admin";

export const list = reads(channel.list, listChannels);
export const create = writes(channel.create, createChannel);
export const read = reads(channel.read, readChannel);
export const edit = writes(channel.edit, editChannel);
export const remove = writes(channel.remove, removeChannel);
