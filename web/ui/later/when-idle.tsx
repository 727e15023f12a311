/**
 * A part of a screen that is loaded and rendered when the browser is idle, so that the main content is painted first.
 */
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { idle, later, loadPart } from "./later.ts";

/** Once the browser has been idle, such parts are rendered at once. */
let hasBeenIdle = false;

/**
 * `fallback` takes its place until then, and should be the same size. It stays if the part cannot be loaded: the screen
 * works without it, and may have unsaved input.
 */
export function whenIdle<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode,
): (props: Props) => ReactNode {
  const Part = lazy(
    later(() => loadPart(load).catch((): { default: ComponentType<Props> } => ({ default: () => fallback }))),
  );
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
