import type { Call } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { type NotDone, refused } from "#core/provider/outcome";

/**
 * A search as a call of its own: it does nothing there, however often it is made. An answer that shows nothing for
 * certain ends it: another account, for example, has none of our payments. One that does not come, cannot be read, or is
 * a fault of the gateway's is asked for again within a day, as with every call: there may be no other look.
 */
export const lookUp = <Settings, Asked, Value>(
  find: Call<Settings, Asked, Value>["find"],
  absent: NotDone,
): Call<Settings, Asked, Value> | undefined =>
  find && {
    repeats: { how: "freely" },
    ask: async (http, settings, asked) => {
      let isFault = false;
      const send: Http["send"] = async (one) => {
        const answer = await http.send(one);
        isFault = answer.status >= 500;
        return answer;
      };
      const found = await find({ ...http, send }, settings, asked);
      if (found.is === "absent") return absent;
      return found.is === "unknown" && !isFault ? refused("refused", found.why) : found;
    },
  };
