import { audit } from "#core/audit/record";
import { decideCall } from "#core/call/decide";
import { eraseCalls } from "#core/call/erase-calls";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import * as parcelApi from "#core/contract/parcel";
import type { Order } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { lockedOrder } from "#core/order/lock";
import { shownOrder } from "#core/order/show";
import { Refusal } from "#core/refusal";
import { eraseLabels } from "./erase-labels.ts";
import { parcelOf } from "./locked-parcel.ts";

/** Staff checked with the carrier whether the label was made or cancelled. Settles as if the carrier had answered. */
export async function decideParcel(change: Change, input: InputOf<typeof parcelApi.decide>): Promise<Order> {
  const { id, parcelId, happened, trackingNumber, bookingId } = input;
  await lockedOrder(change, input);
  const parcel = await parcelOf(change, id, parcelId);
  const does = parcel.status === "booking" ? "book" : "void";
  if (does === "book" && happened && trackingNumber === undefined) throw new Refusal("parcel.noNumber");
  const [call] = await change.tx.execute<{ id: Id<"call"> }>(sql`
    select id from calls where subject_id = ${parcelId} and does = ${does} order by id desc limit 1`);
  if (!call) throw new Refusal("call.unknown");
  if (does === "void") refuseLabel({ trackingNumber, bookingId });
  await decideCall(
    change,
    { id: call.id, happened, seen: { reference: trackingNumber, id: bookingId } },
    [await kindThat(does)],
    [eraseCalls, eraseLabels],
  );
  audit(change, parcelApi.decide.name, id, { after: { parcelId, does, happened, trackingNumber, bookingId } });
  return shownOrder(change, id);
}

/** Only the one that is needed is loaded. */
const kindThat = async (does: "book" | "void") =>
  does === "book" ? (await import("./calls/book-kind.ts")).bookKind : (await import("./calls/void-kind.ts")).voidKind;

/** Its label has been known since it was made. @throws Refusal `request.invalid` */
function refuseLabel(label: Readonly<Record<string, string | undefined>>): void {
  const given = Object.keys(label).filter((path) => label[path] !== undefined);
  const issues = given.map((path) => ({ path, message: "only for a label that was made" }));
  if (issues.length > 0) throw new Refusal("request.invalid", { issues });
}
