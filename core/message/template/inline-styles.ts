/**
 * Styles in a template's head, written at each element: many mail programs drop what stands elsewhere. Nothing is fetched,
 * whatever a style names.
 */
import juice from "juice";
import { bounded, outputMax } from "./engine.ts";

/** Rules times elements: what the work grows with. A store's own design with forty rules on an order of fifty lines is within it. */
const workMax = 30_000;
const cssMax = 50_000;

/** What it looks like for one element or another cannot be written at the element: it stays in the head. */
const options = {
  preserveMediaQueries: true,
  preserveFontFaces: true,
  preserveKeyFrames: true,
  preservePseudos: true,
  preserveImportant: true,
  applyStyleTags: true,
  removeStyleTags: true,
  // A picture's size is what its author has written.
  applyWidthAttributes: false,
  applyHeightAttributes: false,
  applyAttributesTableElements: false,
  inlinePseudoElements: false,
};

const styles = /<style[^>]*>(.*?)<\/style/gis;
const countOf = (text: string, found: RegExp): number => text.match(found)?.length ?? 0;

/**
 * HTML with its styles at the elements. One with more rules and elements than is reasonable goes as it was written: that
 * many programs show it plainly is better than that it does not go.
 * @throws an Error when it cannot be done in the time that a template has
 */
export const withInlineStyles = (html: string): string => bounded(() => inlined(html));

function inlined(html: string): string {
  const css = [...html.matchAll(styles)].map(([, text = ""]) => text).join("\n");
  const rules = countOf(css, /[{,]/g);
  if (css.length > cssMax || rules * countOf(html, /<[a-z]/gi) > workMax) return html;
  const styled = juice(html, options);
  return styled.length > outputMax ? html : styled;
}
