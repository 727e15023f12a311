import { Box } from "@mantine/core";
import type { FocusEvent, ReactNode } from "react";

/** A drawer gives the focus to what is within, whenever it opens. */
export function FirstFocus({ children }: { children: ReactNode }) {
  const pass = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (target === currentTarget) currentTarget.querySelector("input")?.focus();
  };
  return (
    <Box data-autofocus tabIndex={-1} onFocus={pass} style={{ outline: "none" }}>
      {children}
    </Box>
  );
}
