import type { ComponentType, SVGAttributes } from "react";

interface Props extends SVGAttributes<SVGSVGElement> {
  /** In pixels. */
  readonly size?: number;
}

export type Icon = ComponentType<Props>;

/** An icon from its shapes, in SVG. It has the color of the text, and is only read aloud with a label of its own. */
export const iconOf =
  (shapes: string): Icon =>
  ({ size = 24, strokeWidth = 2, ...rest }) => (
    <svg
      {...{ width: size, height: size, viewBox: "0 0 24 24", strokeWidth, "aria-hidden": !rest["aria-label"], ...rest }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written by the build (web/build/icons.ts)
      dangerouslySetInnerHTML={{ __html: shapes }}
    />
  );
