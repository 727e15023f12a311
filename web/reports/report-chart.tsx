/** A chart of figures by period. Its library is loaded with the first chart, never with a screen. */
import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { lazyPart } from "../ui/later/lazy-part.tsx";
import type { ChartProps } from "./drawn-chart.tsx";

const Drawn = lazyPart(() => import("./drawn-chart.tsx"));

export function ReportChart(props: ChartProps) {
  return (
    <Suspense fallback={<Skeleton h={260} />}>
      <Drawn {...props} />
    </Suspense>
  );
}
