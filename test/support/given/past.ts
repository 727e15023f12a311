/** What happened at another time: the core's own verbs, with the clock handed in. */
import { system } from "#core/actor";
import type { Change } from "#core/db/change";
import { db } from "#core/db/client";
import { newId } from "#core/id";

/** One change that is made at that moment, as the verbs see it. */
export const at = <T>(moment: Date, work: (change: Change) => Promise<T>): Promise<T> =>
  db().transaction((tx) => work({ tx, by: system("test"), at: moment, id: newId("change"), emitted: [] }));
