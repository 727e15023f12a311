import { Box } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  readonly label: string;
  /** In pixels; higher content scrolls vertically. */
  readonly maxHeight?: number;
  readonly children: ReactNode;
}

/** Lets wide content scroll within its box, also by keyboard; on a phone its words stay whole. On paper all of it is shown. */
export function ScrollRegion({ label, maxHeight, children }: Props) {
  return (
    <Box
      tabIndex={0}
      role="region"
      aria-label={label}
      className="scroll-region"
      style={{ "--height-max": maxHeight && `${maxHeight}px` }}
    >
      {children}
    </Box>
  );
}
