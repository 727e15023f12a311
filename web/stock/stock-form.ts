import { useEffect } from "react";
import type { LocationId, StockChange, VariantStockDetail } from "./types.ts";

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
  /** `received`: the units received, if any. */
  readonly onSuccess: (change: StockChange, received?: number) => void;
  readonly onTyping?: OnTyping | undefined;
  /** Called with what was scanned while the units had the focus. */
  readonly onScan?: ((code: string) => void) | undefined;
}

/** Told whether something is typed that is neither saved nor being saved. */
export type OnTyping = (isTyping: boolean) => void;

interface TypedForm {
  readonly isDirty: () => boolean;
  readonly mutation: { readonly isPending: boolean };
}

export function useTyping(form: TypedForm, onTyping: OnTyping | undefined): void {
  const isTyping = form.isDirty() && !form.mutation.isPending;
  useEffect(() => {
    onTyping?.(isTyping);
    return () => onTyping?.(false);
  }, [isTyping, onTyping]);
}
