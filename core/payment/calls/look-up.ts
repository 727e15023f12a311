import type { Call } from "#core/provider/call";
import type { NotDone } from "#core/provider/outcome";

/** A search as a call of its own: it does nothing there, however often it is made. */
export const lookUp = <Settings, Asked, Value>(
  find: Call<Settings, Asked, Value>["find"],
  absent: NotDone,
): Call<Settings, Asked, Value> | undefined =>
  find && {
    repeats: { how: "freely" },
    ask: async (http, settings, asked) => {
      const found = await find(http, settings, asked);
      return found.is === "absent" ? absent : found;
    },
  };
