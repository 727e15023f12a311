/** A side drawer; on a phone it fills the screen. Typed input survives closing it. */
import { Drawer as MantineDrawer, Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { FocusWhenLoaded } from "./focus-when-loaded.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

interface Props {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly size?: "md" | "lg" | "xl";
  readonly children: ReactNode;
}

export function Drawer({ title, opened, onClose, size = "lg", children }: Props) {
  const phone = useMediaQuery("(max-width: 40em)", false, { getInitialValueInEffect: false });
  // Mounted when first opened, and kept mounted, so that closing it by accident loses nothing.
  const [everOpened, setEverOpened] = useState(opened);
  if (opened && !everOpened) setEverOpened(true);
  useFocusReturn(opened);
  const root = useRef<HTMLDivElement>(null);
  // The Escape for a dialog over it, such as the search or the sign-in, reaches this drawer as well.
  const isCovered = () => {
    const focused = document.activeElement;
    return focused?.closest('[role="dialog"]') && !root.current?.contains(focused);
  };
  if (!everOpened) return null;
  return (
    <MantineDrawer
      ref={root}
      keepMounted
      // The other mode ends the effects of what is hidden: input in a closed drawer would no longer count as unsaved.
      keepMountedMode="display-none"
      returnFocus={false}
      opened={opened}
      onClose={() => isCovered() || onClose()}
      title={title}
      position="right"
      size={phone ? "100%" : size}
      closeButtonProps={{ "aria-label": `Close ${title}` }}
      transitionProps={{ duration: 120 }}
    >
      <Suspense fallback={<Skeleton height={320} />}>
        {children}
        <FocusWhenLoaded />
      </Suspense>
    </MantineDrawer>
  );
}
