/** The lines in the drawer that edits them: those of the order, and those that are added. */
import { memo } from "react";
import { moneyText } from "../../ui/format/money.ts";
import type { NumberValue } from "../../ui/forms/parse-input.ts";
import type { Variant } from "../../ui/forms/variant-picker.tsx";
import type { Line } from "../types.ts";
import { LineEditor, type LineEditorProps } from "./line-editor.tsx";

interface ExistingLineProps extends Pick<LineEditorProps, "quantity" | "shortage" | "autoFocus" | "onScan"> {
  readonly line: Line;
  readonly available: string | null;
  readonly onQuantity: (id: Line["id"], quantity: NumberValue) => void;
}

/** Of two hundred lines, only the one that is typed in is drawn again. */
export const ExistingLine = memo(({ line, available, onQuantity, ...props }: ExistingLineProps) => {
  const { quantity } = props;
  const change =
    quantity === 0
      ? "removed"
      : quantity !== line.quantity
        ? `was ${line.quantity}`
        : `${moneyText(line.unitPrice)} each`;
  const note = [change, available].filter(Boolean).join(", ");
  const { title, sku, imageUrl } = line;
  return (
    <LineEditor
      {...props}
      {...{ title, sku, imageUrl, note }}
      currentQuantity={line.quantity}
      onChange={(next) => onQuantity(line.id, next)}
    />
  );
});

interface AddedLineProps extends Pick<LineEditorProps, "quantity" | "shortage" | "onChange" | "onScan"> {
  readonly variant: Variant;
  readonly available: string | null;
}

export function AddedLine({ variant, available, ...props }: AddedLineProps) {
  const note = ["new", `${moneyText(variant.price)} each`, available].filter(Boolean).join(", ");
  const { title, sku, image } = variant;
  return <LineEditor {...props} {...{ title, sku, note }} imageUrl={image?.thumbnailUrl ?? null} />;
}
