/** One label: heading, barcode and the text below. Always black on white. */
import { Box } from "@mantine/core";
import { useMemo } from "react";
import { barsOf } from "./bars.ts";
import classes from "./labels.module.css";

export interface LabelContent {
  readonly heading: string;
  readonly code: string;
  /** Next to the code, at the end: a price or a bin. */
  readonly aside?: string | undefined;
  /** The text below the bars, if not the code itself. */
  readonly under?: string | undefined;
  /** For a heading to be read from a distance: a bin. */
  readonly isBig?: boolean;
}

export function Label({ content: { heading, code, aside, under, isBig = false } }: { content: LabelContent }) {
  const bars = useMemo(() => barsOf(code), [code]);
  return (
    <div className={classes["label"]} data-big={isBig || undefined}>
      <Box className={classes["heading"]} style={{ "--heading-length": heading.length }}>
        {heading}
      </Box>
      {bars ? (
        <svg
          className={classes["bars"]}
          role="img"
          aria-label={`Barcode of ${code}`}
          viewBox={`0 0 ${bars.modules.length} 1`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
        >
          <path d={pathOf(bars.modules)} />
        </svg>
      ) : (
        <div className={classes["bars"]} />
      )}
      <div className={classes["foot"]}>
        <span className={classes["code"]}>{under ?? code}</span>
        {aside !== undefined && <b>{aside}</b>}
      </div>
    </div>
  );
}

/** An SVG path with one rectangle for each run of black modules. */
const pathOf = (modules: string): string =>
  [...modules.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} 0h${run.length}v1h-${run.length}z`).join("");
