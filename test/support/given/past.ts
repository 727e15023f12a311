/** Changes made at another time: the core's own verbs, with a given clock. */
import { system } from "#core/actor";
import { type Change, writeTogether } from "#core/db/change";
import { db } from "#core/db/client";
import { newId } from "#core/id";

/** A change that, to the verbs, happens at that moment. */
export const at = <T>(moment: Date, work: (change: Change) => Promise<T>): Promise<T> =>
  db().transaction(async (tx) => {
    const change: Change = { tx, by: system("test"), at: moment, id: newId("change"), emitted: [], last: [] };
    const answer = await work(change);
    await writeTogether(tx, ...change.last);
    return answer;
  });
