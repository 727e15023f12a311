// Before anything else. A file of its own: the page allows no inline script.

// zod makes code at run time where it may. The page's policy forbids that, and the browser would report each attempt.
globalThis.__zod_globalConfig = { jitless: true };

// Before the first paint, so that a dark page does not flash white.
{
  const kept = localStorage.getItem("mantine-color-scheme-value") ?? "auto";
  const dark = kept === "dark" || (kept === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
}
