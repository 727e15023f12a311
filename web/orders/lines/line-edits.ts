/** The edits in the drawer for an order's lines, and the input built from them. */
import type { Asked } from "#core/contract/kit/operation";
import type * as orderApi from "#core/contract/order";
import { type NumberValue, parseAmount, parseNumber } from "../../ui/forms/parse-input.ts";
import type { Variant } from "../../ui/forms/variant-picker.tsx";
import type { Order } from "../types.ts";

export interface Edits {
  /** The new quantities of existing lines as typed, by line; 0 removes the line. */
  readonly quantities: Readonly<Record<string, NumberValue>>;
  readonly added: readonly { readonly variant: Variant; readonly quantity: NumberValue }[];
  /** The shipping charge as typed; null while unchanged. */
  readonly shipping: string | null;
  /** The discount code as typed, empty for none; null while unchanged. */
  readonly discountCode: string | null;
}

export const noEdits: Edits = { quantities: {}, added: [], shipping: null, discountCode: null };

/** Amounts and quantities are NaN for text that is none. */
export function toInput(order: Order, { quantities, added, shipping, discountCode }: Edits) {
  const edited = order.lines.flatMap((line) => {
    const typed = quantities[line.id];
    const quantity = typed === undefined ? line.quantity : parseNumber(typed);
    return quantity === line.quantity ? [] : [{ lineId: line.id, quantity }];
  });
  // An empty field means no charge.
  const shippingMinor = shipping === null ? undefined : parseAmount(shipping.trim() || "0", order.currency);
  const code = discountCode === null ? undefined : discountCode.trim() || null;
  return {
    id: order.id,
    add: added.map(({ variant, quantity }) => ({ variantId: variant.id, quantity: parseNumber(quantity) })),
    change: edited.filter(({ quantity }) => quantity !== 0),
    remove: edited.filter(({ quantity }) => quantity === 0).map(({ lineId }) => lineId),
    ...(shippingMinor !== undefined && shippingMinor !== order.totals?.shipping.amountMinor && { shippingMinor }),
    ...(code !== undefined && code !== order.discountCode && { discountCode: code }),
  } satisfies Asked<typeof orderApi.editLines>;
}

/** What an order does not have of the edits, which may have been saved although their answer was lost. */
export function missingIn(order: Order, edits: Edits) {
  const isThere = ({ variant, quantity }: Edits["added"][number]) =>
    order.lines.some((line) => line.variantId === variant.id && line.quantity === parseNumber(quantity));
  return toInput(order, { ...edits, added: edits.added.filter((one) => !isThere(one)) });
}

export const changeCount = ({ add, change, remove, shippingMinor, discountCode }: ReturnType<typeof toInput>): number =>
  add.length +
  change.length +
  remove.length +
  (shippingMinor === undefined ? 0 : 1) +
  (discountCode === undefined ? 0 : 1);
