import { Box } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  readonly label: string;
  /** In pixels; what is longer scrolls as well. */
  readonly maxHeight?: number;
  readonly children: ReactNode;
}

/** Content that may be wider than its place scrolls inside it, by keyboard too. */
export function ScrollRegion({ label, maxHeight, children }: Props) {
  return (
    <Box tabIndex={0} role="region" aria-label={label} mah={maxHeight ?? "none"} style={{ overflow: "auto" }}>
      {children}
    </Box>
  );
}
