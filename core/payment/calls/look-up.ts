import { type Call, noOf } from "#core/provider/call";
import type { Answer, Http } from "#core/provider/http";
import { type NotDone, refused } from "#core/provider/outcome";

/**
 * A search as a call of its own: it does nothing there, however often it is made. An answer that shows nothing for
 * certain ends it: another account, for example, has none of our payments. One that does not come, cannot be read, is a
 * fault, or refuses the credentials is asked for again within a day, as with every call: there may be no other look.
 */
export const lookUp = <Settings, Asked, Value>(
  find: Call<Settings, Asked, Value>["find"],
  absent: NotDone,
): Call<Settings, Asked, Value> | undefined =>
  find && {
    repeats: { how: "freely" },
    ask: async (http, settings, asked) => {
      let mayChange = false;
      const send: Http["send"] = async (one) => {
        const answer = await http.send(one);
        mayChange = isFault(answer);
        return answer;
      };
      const found = await find({ ...http, send }, settings, asked);
      if (found.is === "absent") return absent;
      return found.is === "unknown" && !mayChange ? refused("refused", found.why) : found;
    },
  };

/** Whether a proxy answered, or the gateway is in trouble or refuses the credentials: none is about what was asked. */
function isFault(answer: Answer): boolean {
  if (answer.status < 300) return false;
  const no = noOf(answer, "refused", "");
  return no.is !== "refused" || no.code === "credentials";
}
