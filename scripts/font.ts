/**
 * `npm run font` writes web/fonts/latin.woff2: the subset of Inter that an English screen needs, in one small file.
 * Ready-made subsets lack the arrows, and have the rupee sign in a second file of twice the size. Run it after a new
 * release of Inter, or when a character is added here; the range in web/fonts/fonts.css matches `characters`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, nth) => first + nth));

const characters = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}ıŒœŠšŸŽžƒˆ˜\u2009\u202f‐‑‒–—‘’‚“”„†‡•…‰‹›⁄€₹™←↑→↓↔↵−≈≠≤≥⇧⌘⌥✓✕`;

/**
 * Tabular figures, accents and kerning. Inter's other features would double the file; `calt` turns "->" in a SKU into
 * an arrow.
 */
const keepFeatures = ["ccmp", "kern", "locl", "mark", "mkmk", "tnum"];

/** The copyright and the licence are kept in the file. */
const preserveNameIds = [0, 13, 14];

const inter = createRequire(import.meta.url).resolve("inter-ui/variable/InterVariable.woff2");
const font = await subsetFont(await readFile(inter), characters, {
  targetFormat: "woff2",
  keepFeatures,
  preserveNameIds,
  // The optical size for text, and the weights that the admin uses.
  variationAxes: { opsz: 14, wght: { min: 400, max: 700 } },
});
await writeFile(join(import.meta.dirname, "..", "web", "fonts", "latin.woff2"), font);

const points = [...characters].map((character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b);
const hex = (point: number) => point.toString(16).toUpperCase().padStart(4, "0");
const ranges: string[] = [];
for (let from = 0; from < points.length; ) {
  let to = from;
  while (points[to + 1] === (points[to] ?? 0) + 1) to++;
  ranges.push(from === to ? `U+${hex(points[from] ?? 0)}` : `U+${hex(points[from] ?? 0)}-${hex(points[to] ?? 0)}`);
  from = to + 1;
}
console.log(`${font.length} bytes. unicode-range: ${ranges.join(", ")};`);
