/** How everything looks. Colours are chosen so that text on them can be read (WCAG AA) in light and in dark. */
import { type CSSVariablesResolver, createTheme, type MantineColor } from "@mantine/core";

export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: "md",
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontSmoothing: true,
  headings: { fontWeight: "620", sizes: { h1: { fontSize: "1.375rem" }, h2: { fontSize: "1rem" } } },
  cursorType: "pointer",
  respectReducedMotion: true,
  focusRing: "auto",
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

const forEach = (value: (color: MantineColor) => Readonly<Record<string, string>>) =>
  Object.assign({}, ...colors.map(value)) as Record<string, string>; // Object.assign with a spread forgets its types

/** The library's own light badges and dimmed text are too faint for WCAG AA: darker text by day, paler by night. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "var(--mantine-color-gray-7)",
    "--mantine-color-placeholder": "var(--mantine-color-gray-6)",
    "--mantine-color-error": "var(--mantine-color-red-9)",
    "--mantine-color-anchor": "var(--mantine-color-indigo-8)",
    "--qm-page": "#f8f9fb",
    ...forEach((color) => ({
      [`--mantine-color-${color}-light`]: `var(--mantine-color-${color}-1)`,
      [`--mantine-color-${color}-light-hover`]: `var(--mantine-color-${color}-2)`,
      [`--mantine-color-${color}-light-color`]: `color-mix(in srgb, var(--mantine-color-${color}-9), black 30%)`,
      [`--mantine-color-${color}-outline`]: `color-mix(in srgb, var(--mantine-color-${color}-9), black 10%)`,
    })),
  },
  dark: {
    "--mantine-color-dimmed": "var(--mantine-color-dark-1)",
    "--mantine-color-error": "var(--mantine-color-red-4)",
    "--mantine-color-anchor": "var(--mantine-color-indigo-3)",
    "--qm-page": "#1b1c1e",
    // The darkest gray is the page's own.
    ...forEach((color) => ({
      [`--mantine-color-${color}-light`]: `color-mix(in srgb, var(--mantine-color-${color}-${color === "gray" ? 6 : 9}), transparent 70%)`,
      [`--mantine-color-${color}-light-hover`]: `color-mix(in srgb, var(--mantine-color-${color}-9), transparent 60%)`,
      [`--mantine-color-${color}-light-color`]: `var(--mantine-color-${color}-2)`,
      [`--mantine-color-${color}-outline`]: `var(--mantine-color-${color}-4)`,
    })),
  },
});
