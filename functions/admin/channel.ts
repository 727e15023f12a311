import { createChannel } from "#core/channel/create-channel";
import { editChannel } from "#core/channel/edit-channel";
import { listChannels, readChannel } from "#core/channel/list-channels";
import { removeChannel } from "#core/channel/remove-channel";
import * as channel from "#core/contract/channel";
import { reads, writes } from "#functions/admin";

export const list = reads(channel.list, listChannels);
export const create = writes(channel.create, createChannel);
export const read = reads(channel.read, readChannel);
export const edit = writes(channel.edit, editChannel);
export const remove = writes(channel.remove, removeChannel);
