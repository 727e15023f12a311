/** The test carrier's state: the labels that it has made. A parcel's progress follows from its label's age. */
import { randomBytes } from "node:crypto";
import * as z from "zod";
import { labelPdf } from "./label-pdf.ts";

const word = z.string().min(1).max(300);
const End = z.object({
  ...{ name: word, line1: word, city: word, postalCode: word.optional(), country: z.string().length(2) },
});

/** The shop's request. */
export const LabelRequest = z.object({
  ...{ reference: word, orderNumber: word, service: z.string().nullable() },
  ...{ from: End, to: End, weightGrams: z.int().min(1), currency: z.string().length(3) },
  collectMinor: z.int().min(1).optional(),
});
export const RatesRequest = z.object({
  ...{ postalCode: word.optional(), country: word, weightGrams: z.int().min(1), currency: word },
});

const Label = LabelRequest.extend({
  ...{ id: z.string(), trackingNumber: z.string(), service: z.string(), amountMinor: z.int() },
  ...{ madeAt: z.iso.datetime(), voidedAt: z.iso.datetime().nullable() },
  /** How many of its events the shop has received. */
  told: z.int(),
});
export type Label = z.output<typeof Label>;

const Kept = z.object({ key: z.string(), asked: z.string(), status: z.int(), json: z.unknown(), at: z.iso.datetime() });

export const Books = z.object({
  key: z.string(),
  webhookSecret: z.string(),
  labels: z.array(Label),
  kept: z.array(Kept),
});
export type Books = z.output<typeof Books>;

const newId = (kind: string): string => `${kind}_${randomBytes(16).toString("hex")}`;

export const newBooks = (): Books => ({
  ...{ key: newId("test_carrier_key"), webhookSecret: newId("test_carrier_secret"), labels: [], kept: [] },
});

const services = [
  { code: "economy", name: "Economy", days: 6, baseMinor: 4_900, perKiloMinor: 2_000 },
  { code: "standard", name: "Standard", days: 3, baseMinor: 7_900, perKiloMinor: 3_500 },
  { code: "express", name: "Express", days: 1, baseMinor: 14_900, perKiloMinor: 6_000 },
] as const;

/** The price of each service by weight. */
export const servicesFor = (weightGrams: number) =>
  services.map(({ baseMinor, perKiloMinor, ...service }) => ({
    ...service,
    amountMinor: baseMinor + perKiloMinor * Math.ceil(weightGrams / 1_000),
  }));

/** A label for the given service, or for the cheapest; undefined if there is no such service. */
export function makeLabel(books: Books, request: z.output<typeof LabelRequest>, now: Date): Label | undefined {
  const service = servicesFor(request.weightGrams).find(
    ({ code }) => request.service === null || code === request.service,
  );
  if (!service) return undefined;
  const label: Label = {
    ...request,
    ...{ id: newId("label"), trackingNumber: `TC${randomBytes(5).toString("hex").toUpperCase()}` },
    ...{ service: service.code, amountMinor: service.amountMinor },
    ...{ madeAt: now.toISOString(), voidedAt: null, told: 0 },
  };
  books.labels.push(label);
  return label;
}

/** What the shop sees of it. */
export const shownLabel = (label: Label) => ({
  ...{ id: label.id, reference: label.reference, trackingNumber: label.trackingNumber, courier: "Test van" },
  ...{ amountMinor: label.amountMinor, currency: label.currency, label: labelPdf(label).toString("base64") },
});

/** A parcel's events, by seconds since its label was made. */
const way = [
  { after: 0, words: "Label made", at: "from" },
  { after: 40, words: "Picked up", at: "from" },
  { after: 90, words: "On the van", at: "to" },
  { after: 150, words: "Handed over", at: "to" },
] as const;

/** From here on it is picked up and cannot be cancelled. */
export const isPickedUp = (label: Label, now: Date): boolean => eventsOf(label, now).length > 1;

/** The events so far, oldest first. */
export function eventsOf(label: Label, now: Date) {
  const made = Date.parse(label.madeAt);
  if (label.voidedAt !== null) return [{ at: label.voidedAt, place: null, words: "Cancelled" }];
  return way
    .filter(({ after }) => made + after * 1_000 <= now.getTime())
    .map(({ after, words, at }) => ({
      ...{ at: new Date(made + after * 1_000).toISOString(), place: label[at].city, words },
    }));
}
