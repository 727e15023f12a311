/** Interprets scans while a parcel is packed. A scanner types a code and presses Enter, as a person would. */
import { orderNumbersIn } from "#core/contract/values/order-number";

export interface PackLine {
  readonly lineId: string;
  readonly sku: string;
  readonly title: string;
  /** What its label may say: its SKU when it was ordered, its SKU now, and its barcode. */
  readonly codes: readonly string[];
  readonly bin: string | null;
  /** The units that belong in this parcel. */
  readonly quantity: number;
}

/** The units of each line that have been scanned. */
export type Counts = Readonly<Record<string, number>>;

export const countOf = (counts: Counts, { lineId }: Pick<PackLine, "lineId">): number => counts[lineId] ?? 0;

export const isComplete = (lines: readonly PackLine[], counts: Counts): boolean =>
  lines.length > 0 && lines.every((line) => countOf(counts, line) >= line.quantity);

/** One unit more or less, but never more than belong in the parcel. */
export const counted = (counts: Counts, line: PackLine, by: number): Counts => ({
  ...counts,
  [line.lineId]: Math.min(Math.max(countOf(counts, line) + by, 0), line.quantity),
});

/** What was scanned before the order was on screen, in the order in which it is to be counted. */
export interface EarlyScans {
  readonly waiting: readonly string[];
  readonly wait: (code: string) => void;
  /** The first one has been counted. */
  readonly take: () => void;
}

export type Scan =
  | { readonly is: "counted"; readonly line: PackLine; readonly counts: Counts }
  /** The item belongs in the parcel, but all its units have been scanned. */
  | { readonly is: "tooMany"; readonly line: PackLine }
  | { readonly is: "notAnItem" };

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The same item may be on two lines of an order: the first one with units missing gets it. */
export function scanItem(lines: readonly PackLine[], counts: Counts, code: string): Scan {
  const fitting = lines.filter(({ codes }) => codes.some((one) => same(one, code)));
  const wanting = fitting.find((line) => countOf(counts, line) < line.quantity);
  if (wanting) return { is: "counted", line: wanting, counts: counted(counts, wanting, 1) };
  return fitting[0] ? { is: "tooMany", line: fitting[0] } : { is: "notAnItem" };
}

/** Whether a code is this order's number, with or without its prefix or sign: "QM-100001", "#100001", "100001". */
export const isNumberOf = (number: string, code: string): boolean =>
  orderNumbersIn(code).some((meant) => same(number, meant));
