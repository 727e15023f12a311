// Runs before everything else. It is a file because the Content-Security-Policy allows no inline script.

// zod generates code at run time if it can. The Content-Security-Policy forbids that, and the browser would report each attempt.
globalThis.__zod_globalConfig = { jitless: true };

// Set before the first paint, so that a page in dark mode does not flash white.
{
  const saved = localStorage.getItem("mantine-color-scheme-value") ?? "auto";
  const dark = saved === "dark" || (saved === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
}
