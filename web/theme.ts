/** Colours, fonts and sizes. Text has the contrast of WCAG AA on every colour, in light and in dark mode. */
import { type CSSVariablesResolver, createTheme, type MantineColor } from "@mantine/core";

/** From web/fonts/fonts.css. Inter covers Latin, Greek and Cyrillic, each of the others one script. */
const families = [
  "Inter",
  ...[
    "Devanagari",
    "Bengali",
    "Gurmukhi",
    "Gujarati",
    "Oriya",
    "Tamil",
    "Telugu",
    "Kannada",
    "Malayalam",
    "Arabic",
  ].map((script) => `Noto Sans ${script}`),
];

export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: "md",
  fontFamily: [...families, "system-ui", "sans-serif"]
    .map((name) => (name.includes(" ") ? `"${name}"` : name))
    .join(", "),
  fontSmoothing: true,
  headings: { fontWeight: "620", sizes: { h1: { fontSize: "1.375rem" }, h2: { fontSize: "1rem" } } },
  cursorType: "pointer",
  respectReducedMotion: true,
  focusRing: "auto",
  components: {
    // It has nothing to choose from: an empty list that is open would take the first Escape, and the drawer stay open.
    // A column or a row of cells is pasted with these between them.
    TagsInput: { defaultProps: { dropdownOpened: false, splitChars: [",", "\n", "\t"] } },
    // The field may already have the focus: then moving it there makes no screen reader read the error.
    InputError: { defaultProps: { role: "alert" } },
  },
});

const colors: readonly MantineColor[] = [
  "gray",
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "indigo",
  "violet",
];

const forEachColor = (variables: (color: MantineColor) => Readonly<Record<string, string>>) =>
  Object.assign({}, ...colors.map(variables)) as Record<string, string>; // Object.assign with a spread loses its types

/**
 * The contrast of Mantine's light badges is too low for WCAG AA. These have darker text in light mode, and paler text
 * in dark mode.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-anchor": "var(--mantine-color-indigo-8)",
    ...forEachColor((color) => ({
      [`--mantine-color-${color}-light`]: `var(--mantine-color-${color}-1)`,
      [`--mantine-color-${color}-light-hover`]: `var(--mantine-color-${color}-2)`,
      [`--mantine-color-${color}-light-color`]: `color-mix(in srgb, var(--mantine-color-${color}-9), black 30%)`,
      [`--mantine-color-${color}-outline`]: `color-mix(in srgb, var(--mantine-color-${color}-9), black 10%)`,
    })),
  },
  dark: {
    "--mantine-color-anchor": "var(--mantine-color-indigo-3)",
    // In dark mode gray-9 is the colour of the page, so gray badges use gray-6.
    ...forEachColor((color) => ({
      [`--mantine-color-${color}-light`]: `color-mix(in srgb, var(--mantine-color-${color}-${color === "gray" ? 6 : 9}), transparent 70%)`,
      [`--mantine-color-${color}-light-hover`]: `color-mix(in srgb, var(--mantine-color-${color}-9), transparent 60%)`,
      [`--mantine-color-${color}-light-color`]: `var(--mantine-color-${color}-2)`,
      [`--mantine-color-${color}-outline`]: `var(--mantine-color-${color}-4)`,
    })),
  },
});
