/** Easyship's answers and their meaning. */
import * as z from "zod";
import { isYes } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import { done, type NotDone, type Outcome, refused, unknown } from "#core/provider/outcome";
import { priced } from "../measures.ts";
import type { Booked, BookingRef, Label } from "../parcel.ts";
import { codeOf, type EasyshipSettings, no, send } from "./api.ts";
import { documentSizes, Shipment } from "./shipment.ts";

export function bookedIn(given: EasyshipSettings, shipment: Shipment): Outcome<Booked> {
  const { label_state, courier_service, rates } = shipment;
  if (label_state === "failed" || label_state === "technical_failed") {
    const says = (shipment.last_failure_http_response_messages ?? [])
      .map(wordsIn)
      .filter((words) => words !== "")
      .join(" ");
    return refused(codeOf(says), says || "The courier refused it.");
  }
  if (label_state === "voided") return refused("refused", "It has been voided at Easyship.");
  // It also answers 201 while the label is still being made.
  if (label_state !== "generated" && label_state !== "printed") {
    return unknown(`The label is ${label_state?.replaceAll("_", " ") ?? "not there"}.`);
  }
  const number = shipment.trackings?.find(({ tracking_number }) => tracking_number)?.tracking_number;
  const rate = rates?.find((one) => one.courier_service.id === courier_service?.id);
  return done({
    bookingId: shipment.easyship_shipment_id,
    trackingNumber: number || shipment.easyship_shipment_id,
    trackingUrl: shipment.tracking_page_url || null,
    courier: courier_service?.umbrella_name || courier_service?.name || null,
    cost: priced(rate?.total_charge, rate?.currency),
    label: documentOf(given, "label", shipment),
    // One image for each page: as PDF it is one file.
    customsDocuments: hasPages(shipment) ? "at the carrier" : documentOf(given, "commercial_invoice", shipment),
  });
}

/** A courier's message, which may be text or an object. */
function wordsIn(message: unknown): string {
  if (typeof message === "string") return message;
  return z.object({ content: z.string() }).safeParse(message).data?.content ?? "";
}

type Named = "label" | "commercial_invoice";

const hasPages = ({ shipping_documents }: Shipment): boolean =>
  (shipping_documents ?? []).some(
    ({ category, base64_encoded_strings }) =>
      category === "commercial_invoice" && (base64_encoded_strings ?? []).length > 1,
  );

const formatOf = ({ labelFormat }: EasyshipSettings, named: Named) => (named === "label" ? labelFormat : "pdf");

function documentOf(given: EasyshipSettings, named: Named, { shipping_documents }: Shipment): Label | null {
  const format = formatOf(given, named);
  const document = shipping_documents?.find(({ category }) => category === named);
  const [encoded] = document?.base64_encoded_strings ?? [];
  if (encoded) return { format, bytes: Buffer.from(encoded, "base64") };
  return document?.url ? { format, url: document.url } : null;
}

export async function documentAgain(
  http: Http,
  given: EasyshipSettings,
  { bookingId }: BookingRef,
  named: Named,
  missing: NotDone,
): Promise<Outcome<Label>> {
  const path = `/shipments/${encodeURIComponent(bookingId)}`;
  const query = { format: formatOf(given, named), ...documentSizes };
  const answer = await send(http, given, { method: "GET", path, query });
  if (!isYes(answer)) return no(answer);
  const document = documentOf(given, named, answer.as(z.object({ shipment: Shipment })).shipment);
  return document ? done(document) : missing;
}
