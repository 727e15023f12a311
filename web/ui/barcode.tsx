import JsBarcode from "jsbarcode";
import { useLayoutEffect, useRef } from "react";

/** Wide enough for a scanner at the printer's and the screen's resolution. */
const moduleWidth = 1.3;
/** What the standard requires beside the bars: in dark mode what surrounds them is black. */
const quietZone = 10 * moduleWidth;
const look = { height: 34, width: moduleWidth, margin: 4, marginLeft: quietZone, marginRight: quietZone };

/** A text as a Code 128 barcode, which every scanner reads. It is always black on white. */
export function Barcode({ value }: { value: string }) {
  const svg = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const { current } = svg;
    if (!current) return;
    try {
      JsBarcode(current, value, { ...look, format: "CODE128", displayValue: false });
      current.style.display = "block";
    } catch {
      // Code 128 does not have every character. If the text has others, the text beside it must do.
      current.style.display = "none";
    }
  }, [value]);
  return <svg ref={svg} role="img" aria-label={`Barcode of ${value}`} style={{ maxWidth: "100%" }} />;
}
