import { useEffect } from "react";
import type { NumberValue } from "../../ui/forms/parse-input.ts";
import { isCodeInNumber, isCodeInText, useScanInField } from "../../ui/scan/use-scan-in-field.ts";
import type { LocationId, StockChange, VariantId, VariantStockDetail } from "../types.ts";

/** The props of the forms that receive, count and adjust. */
export interface StockFormProps {
  readonly stock: VariantStockDetail;
  readonly location: { readonly id: LocationId; readonly name: string };
  /** The stock level at that location. */
  readonly level: {
    readonly onHand: number;
    readonly reserved: number;
    readonly committed: number;
    readonly available: number;
  };
  /** The reason of the item before: a delivery or a stocktake has one for all of its items. */
  readonly keptReason?: string;
  /** `received`: the units received, if any. */
  readonly onSuccess: (change: StockChange, received?: number) => void;
  readonly onTyping?: OnTyping | undefined;
  /** Called with what was scanned while one of the fields had the focus. */
  readonly onScan?: ((code: string) => void) | undefined;
}

/** What is typed in the form of an item. */
export type Typed = "nothing" | "unsaved" | "saving";

/** Called when that changes, with the reason as it is then. */
export type OnTyping = (item: VariantId, typed: Typed, reason: string) => void;

interface TypedForm {
  readonly values: { readonly reason: string };
  readonly isDirty: () => boolean;
  readonly mutation: { readonly isPending: boolean };
}

export function useTyping(form: TypedForm, item: VariantId, onTyping: OnTyping | undefined): void {
  const typed: Typed = !form.isDirty() ? "nothing" : form.mutation.isPending ? "saving" : "unsaved";
  // biome-ignore lint/correctness/useExhaustiveDependencies: not each time a letter of the reason is typed
  useEffect(() => {
    onTyping?.(item, typed, form.values.reason);
    return () => onTyping?.(item, "nothing", "");
  }, [typed, item, onTyping]);
}

interface ScannedForm {
  readonly values: { readonly quantity: NumberValue; readonly reason: string };
  readonly setFieldValue: ((field: "quantity", value: NumberValue) => void) &
    ((field: "reason", value: string) => void);
}

/** What the forms' fields do with keys: a scan opens another item. */
export function useScanInForm({ values, setFieldValue }: ScannedForm, onScan: StockFormProps["onScan"]) {
  const keepUnits = (units: NumberValue) => setFieldValue("quantity", units);
  const keepReason = (reason: string) => setFieldValue("reason", reason);
  return {
    quantity: useScanInField(values.quantity, keepUnits, onScan, isCodeInNumber),
    reason: useScanInField(values.reason, keepReason, onScan, isCodeInText),
  };
}
