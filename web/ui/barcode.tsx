import JsBarcode from "jsbarcode";
import { useLayoutEffect, useRef } from "react";

/** A text as a Code 128 barcode, which every scanner reads. It is always black on white. */
export function Barcode({ value }: { value: string }) {
  const svg = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const { current } = svg;
    if (!current) return;
    try {
      JsBarcode(current, value, { format: "CODE128", height: 34, width: 1.3, margin: 4, displayValue: false });
      current.style.display = "block";
    } catch {
      // Code 128 does not have every character. If the text has others, the text beside it must do.
      current.style.display = "none";
    }
  }, [value]);
  return <svg ref={svg} role="img" aria-label={`Barcode of ${value}`} style={{ maxWidth: "100%" }} />;
}
