/**
 * Moves the styles in a template's head to each element, because many mail programs ignore them elsewhere. Nothing is
 * fetched, whatever a style refers to.
 */
import juice from "juice";
import { bounded, outputMax } from "./engine.ts";

/** Rules times elements, which the work grows with. Forty rules on an order of fifty lines stay within it. */
const workMax = 30_000;
const cssMax = 50_000;

/** Rules that cannot be inlined, such as media queries, stay in the head. */
const options = {
  preserveMediaQueries: true,
  preserveFontFaces: true,
  preserveKeyFrames: true,
  preservePseudos: true,
  preserveImportant: true,
  applyStyleTags: true,
  removeStyleTags: true,
  // Images keep the size that their author has set.
  applyWidthAttributes: false,
  applyHeightAttributes: false,
  applyAttributesTableElements: false,
  inlinePseudoElements: false,
};

const styles = /<style[^>]*>(.*?)<\/style/gis;
const countOf = (text: string, found: RegExp): number => text.match(found)?.length ?? 0;

/**
 * HTML with its styles inlined. With too many rules and elements it is returned as it was: losing its design in many
 * mail programs is better than not being sent.
 * @throws an Error if it takes longer than a template may
 */
export const withInlineStyles = (html: string): string => bounded(() => inlined(html));

function inlined(html: string): string {
  const css = [...html.matchAll(styles)].map(([, text = ""]) => text).join("\n");
  const rules = countOf(css, /[{,]/g);
  if (css.length > cssMax || rules * countOf(html, /<[a-z]/gi) > workMax) return html;
  const styled = juice(html, options);
  return styled.length > outputMax ? html : styled;
}
