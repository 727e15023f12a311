import { Box } from "@mantine/core";
import type { ReactNode } from "react";

/** Content that may be wider than its place scrolls inside it, by keyboard too. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box tabIndex={0} role="region" aria-label={label} style={{ overflowX: "auto" }}>
      {children}
    </Box>
  );
}
