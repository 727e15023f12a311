/** The labels as printed, page by page; on screen they are shown in actual size. */
import { ScrollRegion } from "../ui/layout/scroll-region.tsx";
import { Label, type LabelContent } from "./label.tsx";
import classes from "./labels.module.css";
import { type Layout, paddingMm, pagesOf } from "./layouts.ts";

interface Props {
  readonly layout: Layout;
  readonly labels: readonly LabelContent[];
  /** Used positions of the first sheet. */
  readonly skipped: number;
}

export function LabelPages({ layout, labels, skipped }: Props) {
  const [pageWidth, pageHeight] = layout.page;
  const [width, height] = layout.label;
  const isRoll = layout.columns * layout.rows === 1;
  const tracks = {
    width: `${pageWidth}mm`,
    height: `${pageHeight}mm`,
    gridTemplateColumns: `repeat(${layout.columns}, ${width}mm)`,
    gridAutoRows: `${height}mm`,
    columnGap: `${layout.gap}mm`,
    paddingTop: `${(pageHeight - layout.rows * height) / 2}mm`,
    "--label-width": `${width}mm`,
    "--label-height": `${height}mm`,
    "--label-padding": `${paddingMm}mm`,
  };
  return (
    <ScrollRegion label="Labels as they are printed">
      {/* The browser's own margins would move every label. */}
      <style>{`@page { size: ${pageWidth}mm ${pageHeight}mm; margin: 0; }`}</style>
      <div className={classes["pages"]} data-roll={isRoll || undefined}>
        {pagesOf(layout, labels, skipped).map((page, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pages are identified only by their number
          <div key={nth} className={classes["page"]} style={tracks} data-page>
            {page.map((content, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: so are the positions on a page
              <div key={place}>{content && <Label content={content} />}</div>
            ))}
          </div>
        ))}
      </div>
    </ScrollRegion>
  );
}
