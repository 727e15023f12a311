/** A part of a screen that is loaded and drawn when the browser is idle, so that what the screen is for is painted first. */
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { idle, later } from "./later.ts";

/** Once the browser has been idle, what is shown later is drawn at once. */
let hasBeenIdle = false;

/** `fallback` stands in its place until then, and should be as large. */
export function whenIdle<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode,
): (props: Props) => ReactNode {
  const Part = lazy(later(load));
  return function WhenIdle(props: Props) {
    const [ready, setReady] = useState(hasBeenIdle);
    useEffect(() => {
      if (ready) return;
      let shown = true;
      void idle().then(() => {
        hasBeenIdle = true;
        if (shown) setReady(true);
      });
      return () => {
        shown = false;
      };
    }, [ready]);
    return <Suspense fallback={fallback}>{ready ? <Part {...props} /> : fallback}</Suspense>;
  };
}
