import * as key from "#core/contract/key";
import { createKey } from "#core/staff/keys/create-key";
import { listKeys } from "#core/staff/keys/list-keys";
import { revokeKey } from "#core/staff/keys/revoke-key";
import { reads, writes } from "#functions/admin";

export const list = reads(key.list, listKeys);
export const create = writes(key.create, createKey);
export const revoke = writes(key.revoke, revokeKey);
