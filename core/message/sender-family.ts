import type { Family } from "#core/provider/adapter";
import { isSenderCode, offeredSenders, senderOf } from "./senders/index.ts";
import type { Sender } from "./senders/sender.ts";

/** The senders as providers. */
export const senders: Family<Sender> = {
  kind: "sender",
  get codes() {
    return offeredSenders();
  },
  load: async (code) => (isSenderCode(code) ? await senderOf(code) : undefined),
};
