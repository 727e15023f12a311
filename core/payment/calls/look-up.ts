import type { Call } from "#core/provider/call";
import { type NotDone, refused } from "#core/provider/outcome";

/**
 * A search as a call of its own: it does nothing there, however often it is made. An answer that shows nothing for
 * certain ends it, because there is another one a day later: another account, for example, has none of our payments.
 * One that does not come, or cannot be read, is asked for again within that day, as with every call.
 */
export const lookUp = <Settings, Asked, Value>(
  find: Call<Settings, Asked, Value>["find"],
  absent: NotDone,
): Call<Settings, Asked, Value> | undefined =>
  find && {
    repeats: { how: "freely" },
    ask: async (http, settings, asked) => {
      const found = await find(http, settings, asked);
      if (found.is === "absent") return absent;
      return found.is === "unknown" ? refused("refused", found.why) : found;
    },
  };
