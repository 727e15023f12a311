import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit/operation";
import type * as message from "#core/contract/message";
import { db } from "#core/db/client";
import { Refusal } from "#core/refusal";
import { messageInFull, refuseUnlessMayRead } from "./show-message.ts";

export async function readMessage(by: Actor, { id }: InputOf<typeof message.read>): Promise<message.MessageInFull> {
  const shown = await messageInFull(db(), id);
  if (!shown) throw new Refusal("message.unknown");
  refuseUnlessMayRead(by, shown.kind);
  return shown;
}
