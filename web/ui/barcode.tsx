import JsBarcode from "jsbarcode";
import { useLayoutEffect, useRef } from "react";

/** A text as Code 128, which every scanner reads: always black on white. */
export function Barcode({ of }: { of: string }) {
  const svg = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    try {
      JsBarcode(svg.current, of, { format: "CODE128", height: 34, width: 1.3, margin: 4, displayValue: false });
    } catch {
      // A letter that Code 128 does not have: the text beside it has to do.
      svg.current?.replaceChildren();
    }
  }, [of]);
  return <svg ref={svg} role="img" aria-label={`Barcode of ${of}`} style={{ maxWidth: "100%", display: "block" }} />;
}
