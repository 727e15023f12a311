import { callKind } from "#core/call/call-kind";
import { sql } from "#core/db/drizzle";
import { carriers } from "#core/shipping/carrier-family";
import type { Carrier } from "#core/shipping/carriers/carrier";
import type { ParcelRequest, Rate } from "#core/shipping/carriers/parcel";
import { kept } from "./asked.ts";
import { answerOf } from "./question.ts";

/** Staff are waiting at the packing table: a slower carrier is left out. */
const withinMs = 8_000;

export const ratesKind = callKind<Carrier, ParcelRequest, readonly Rate[] | null>({
  does: "rates",
  load: carriers.load,
  withinMs,
  call: (carrier) => {
    const rates = carrier.rates;
    return (
      rates && {
        repeats: { how: "freely" },
        ask: (http, settings, asked) => answerOf(http, () => rates.call(carrier, http, settings, asked)),
      }
    );
  },
  asked: kept<ParcelRequest>(),
  settle: async (change, { subjectId }, outcome) => {
    if (outcome.is === "unknown") return;
    const found = outcome.is === "done" ? (outcome.value ?? []) : [];
    const says = outcome.is === "refused" ? outcome.says : null;
    await change.tx.execute(sql`
      update parcel_rates set status = ${says === null ? "done" : "refused"}, says = ${says},
        rates = ${JSON.stringify(found)}::jsonb where id = ${subjectId}`);
  },
});
