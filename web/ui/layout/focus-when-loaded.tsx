import { useEffect, useRef } from "react";

/** The drawer sets the focus as it opens: content that loads after that has to do it itself. */
export function FocusWhenLoaded() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const around = mark.current?.closest('[role="dialog"]') ?? mark.current?.parentElement;
    around?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, []);
  return <span ref={mark} hidden />;
}
