/** Money at Chargebee that has gone back: chargebacks, bank debits that have failed late, refunds. */
import * as z from "zod";
import { readableOf, unixTime } from "#core/provider/fields";
import type { Fields, Http } from "#core/provider/http";
import { done, Ended, type Outcome, refused } from "#core/provider/outcome";
import type { DisputesSince, FoundDispute } from "../disputes.ts";
import { type ChargebeeSettings, no, send } from "./api.ts";
import { Event, happenedIn } from "./events.ts";

/** A list at Chargebee. */
interface Asked {
  readonly path: string;
  readonly filter: Fields;
}

const transactions = (since: number, filter: Fields): Asked => ({
  path: "/transactions",
  filter: { ...filter, "updated_at[after]": since, "sort_by[desc]": "updated_at" },
});

const undone = ["late_failure", "voided"];

/**
 * What part of a payment a refund is for is in the event's invoice, so that refunds are read from their events; what has
 * become of them since, from their present state.
 */
const listsSince = (since: number) =>
  ({
    refunds: {
      path: "/events",
      filter: { "event_type[is]": "payment_refunded", "occurred_at[after]": since, "sort_by[desc]": "occurred_at" },
    },
    back: transactions(since, {
      "type[in]": JSON.stringify(["payment_reversal", "refund"]),
      "status[in]": JSON.stringify(["success", "failure", ...undone]),
    }),
    undone: transactions(since, { "type[is]": "payment", "status[in]": JSON.stringify(undone) }),
  }) satisfies Record<string, Asked>;

const List = z.object({ list: z.array(z.unknown()), next_offset: z.string().nullish() });

const pageMax = 100;
/** Of each list: all fit an attempt. */
const pagesMax = 3;

/** That of any payments there since then. Nothing is recorded: it may be of other shops' customers. */
export async function findGoneBack(
  http: Http,
  given: ChargebeeSettings,
  { changed, from }: Omit<DisputesSince, "opened">,
): Promise<Outcome<readonly FoundDispute[]>> {
  const known = from === undefined ? {} : Offsets.catch({}).parse(JSON.parse(from));
  const all: FoundDispute[] = [];
  const offsets: z.output<typeof Offsets> = {};
  for (const [name, list] of Object.entries(listsSince(Math.floor(changed.getTime() / 1_000)))) {
    const offset = known[name];
    const { found, next } = offset === null ? nothing : await listed(http, given, list, offset);
    all.push(...readableOf(found, foundIn).flatMap((one) => one ?? []));
    offsets[name] = next;
  }
  const isOver = Object.values(offsets).every((offset) => offset === null);
  return done(isOver ? all : [...all, { is: "listGoesOn", from: JSON.stringify(offsets) }]);
}

/** Where each of the lists goes on; null at its end. In another form, of another version, they begin anew. */
const Offsets = z.record(z.string(), z.string().nullable());
const nothing = { found: [], next: null };

/** @throws Ended if Chargebee does not show them */
async function listed(http: Http, given: ChargebeeSettings, { path, filter }: Asked, from: string | undefined) {
  const found: unknown[] = [];
  let offset = from;
  for (let page = 1; ; page++) {
    const query = { ...filter, limit: pageMax, offset };
    const answer = await send(http, given, { method: "GET", path, query, secretAnswer: true });
    if (answer.status !== 200) {
      const outcome = no(answer);
      // A restricted key need not be allowed to read transactions.
      const isRight = answer.status === 403 && outcome.is === "refused";
      throw new Ended(isRight ? refused("noPermission", outcome.says) : outcome);
    }
    const { list, next_offset } = answer.as(List);
    found.push(...list);
    if (!next_offset || page === pagesMax) return { found, next: next_offset || null };
    offset = next_offset;
  }
}

const Row = z.union([
  z.object({ event: Event }),
  z.object({ transaction: z.looseObject({ date: unixTime.nullish(), updated_at: unixTime.nullish() }) }),
]);

/** As its event says it. Undefined if nothing has gone back: a reversal may itself fail, for example. */
function foundIn(shown: unknown): FoundDispute | undefined {
  const row = Row.parse(shown);
  const happened =
    "event" in row ? happenedIn(row.event.event_type, row.event.content) : happenedIn("transaction_updated", shown);
  if (happened.is === "refundMadeElsewhere" || happened.is === "refundStanding") return happened;
  // Of its transaction, what part it is for is not known.
  if (happened.is === "refundFailed") return { ...happened, is: "refundStanding", state: "failed" };
  if (happened.is !== "paymentReversed" || "event" in row) return undefined;
  // A chargeback's date may be that of the bank's decision, or of the payment.
  return { ...happened, at: row.transaction.updated_at ?? row.transaction.date ?? undefined };
}
