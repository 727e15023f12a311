import { audit } from "#core/audit/record";
import type * as channel from "#core/contract/channel";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { newId } from "#core/id";
import { channels, refusedChannel } from "./channel.table.ts";

export async function createChannel(change: Change, input: InputOf<typeof channel.create>): Promise<channel.Channel> {
  const { code, name, active } = input;
  const row = { id: newId("channel"), code, name, active, createdAt: change.at, archivedAt: null };
  await orRefuse(change.tx.insert(channels).values(row), refusedChannel);
  audit(change, "channel.create", row.id, { after: row });
  return row;
}
