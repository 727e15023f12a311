/** An order read from a file in any layout. All amounts are in minor units of its currency. */
import type { Address } from "#core/contract/kit/fields";
import type { PaymentStatus, Status } from "#core/contract/order";
import { plainCode } from "#core/job/import-file/unseen";

/** The same limit as for a customer's phone number. */
export const phoneMax = 100;

/** References of several payments, and numbers of several parcels, are joined. An index holds no more than 2,700 bytes. */
export const textMax = { sku: 255, code: 100, reason: 500, reference: 500, service: 200 } as const;

export interface TakenLine {
  readonly sku: string;
  /** The SKU as in the file, if its marks are left out above or its form is another: a variant's that is so comes first. */
  readonly markedSku?: string;
  readonly title: string;
  readonly quantity: number;
  readonly unitPriceMinor: number;
  readonly taxBasisPoints: number;
  readonly discountMinor: number;
  readonly taxMinor: number;
  readonly totalMinor: number;
  readonly shipped: number;
  readonly returned: number;
}

/** The SKUs that its variant may have: as in the file, then without its invisible marks and its apostrophe. */
export const skusOf = ({ sku, markedSku = sku }: Pick<TakenLine, "sku" | "markedSku">): readonly string[] => [
  ...[markedSku, sku, plainCode(sku)],
];

export interface TakenOrder {
  readonly number: string;
  readonly placedAt: Date;
  readonly email: string;
  readonly name: string;
  readonly phone: string | null;
  readonly address: Omit<Address, "country"> & { readonly country: string };
  readonly currency: string;
  readonly taxesInclusive: boolean;
  readonly discountCode: string | null;
  readonly lines: readonly TakenLine[];
  readonly subtotalMinor: number;
  readonly discountMinor: number;
  readonly shippingMinor: number;
  readonly taxMinor: number;
  readonly totalMinor: number;
  readonly capturedMinor: number;
  readonly refundedMinor: number;
  readonly status: Status;
  readonly paymentStatus: PaymentStatus;
  readonly cashOnDelivery: boolean;
  /** The payment method, in the file's words. */
  readonly paidBy: string | null;
  readonly paymentReference: string | null;
  readonly paidAt: Date | null;
  readonly refundedAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly cancelReason: string | null;
  readonly carrierSaid: string | null;
  readonly trackingNumber: string | null;
  readonly shippedAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly note: string | null;
  readonly tags: readonly string[];
  /** Of what is read of it in the file. */
  readonly digest: string;
  /** The same in each form that was recorded before: worked out only for an order that is here. */
  readonly earlierDigests: () => readonly string[];
}

/** The payment status that follows from the sums. */
export function paymentStatusBy({ captured, refunded }: { captured: number; refunded: number }): PaymentStatus {
  if (refunded > 0) return refunded === captured ? "refunded" : "partiallyRefunded";
  return captured > 0 ? "paid" : "unpaid";
}

export const paymentMethodOf = ({ cashOnDelivery }: Pick<TakenOrder, "cashOnDelivery">) =>
  cashOnDelivery ? "cod" : "manual";
