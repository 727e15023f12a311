import { Box } from "@mantine/core";
import type { ReactNode } from "react";

/** What is wider than its place scrolls within it, by keyboard too. */
export function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box tabIndex={0} role="region" aria-label={label} style={{ overflowX: "auto" }}>
      {children}
    </Box>
  );
}
