/** Paper formats for labels, in millimetres. */
export interface Layout {
  readonly id: string;
  readonly title: string;
  readonly page: readonly [width: number, height: number];
  readonly label: readonly [width: number, height: number];
  readonly columns: number;
  readonly rows: number;
  /** The gap between two labels of a row; the row is centred on the page. */
  readonly gap: number;
}

const roll = (width: number, height: number): Layout => ({
  id: `roll-${width}x${height}`,
  title: `Label roll, ${width} × ${height} mm`,
  page: [width, height],
  label: [width, height],
  columns: 1,
  rows: 1,
  gap: 0,
});

const a4 = [210, 297] as const;
const letter = [215.9, 279.4] as const;

/** Rolls for label printers, and common sheet formats. */
export const layouts = [
  roll(50, 25),
  roll(40, 30),
  roll(57, 32),
  roll(100, 50),
  {
    id: "a4-65",
    title: "A4, 65 labels (38.1 × 21.2 mm)",
    page: a4,
    label: [38.1, 21.2],
    columns: 5,
    rows: 13,
    gap: 2.5,
  },
  { id: "a4-24", title: "A4, 24 labels (70 × 37 mm)", page: a4, label: [70, 37], columns: 3, rows: 8, gap: 0 },
  {
    id: "a4-21",
    title: "A4, 21 labels (63.5 × 38.1 mm)",
    page: a4,
    label: [63.5, 38.1],
    columns: 3,
    rows: 7,
    gap: 2.5,
  },
  {
    id: "letter-30",
    title: "Letter, 30 labels (2⅝ × 1 in)",
    page: letter,
    label: [66.7, 25.4],
    columns: 3,
    rows: 10,
    gap: 3.2,
  },
] as const satisfies readonly [Layout, ...Layout[]];

export const layoutOf = (id: string): Layout => layouts.find((layout) => layout.id === id) ?? layouts[0];

/** White margin inside a label, because printers do not align exactly. */
export const paddingMm = 1.5;

/** The width of one module on a label, by the number of modules. */
export const moduleMm = ({ label: [width] }: Layout, modules: number): number => (width - 2 * paddingMm) / modules;

/** The labels by page. The used positions at the start of the first sheet stay empty. */
export function pagesOf<Label>({ columns, rows }: Layout, labels: readonly Label[], skipped = 0): (Label | null)[][] {
  const places = [...Array.from({ length: skipped }, () => null), ...labels];
  const size = columns * rows;
  return Array.from({ length: Math.ceil(places.length / size) }, (_, nth) =>
    places.slice(nth * size, (nth + 1) * size),
  );
}
