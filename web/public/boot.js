// Runs before everything else. It is a file because the Content-Security-Policy allows no inline script.

// By default zod generates code at run time. The Content-Security-Policy forbids that, and the browser would report each attempt.
globalThis.__zod_globalConfig = { jitless: true };

// Set before the first paint, so that a page in dark mode does not flash white.
{
  const saved = localStorage.getItem("mantine-color-scheme-value") ?? "auto";
  const dark = saved === "dark" || (saved === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
}

// Paper is white: in dark mode, grey text on black cards would be printed.
{
  const { dataset } = document.documentElement;
  let onScreen;
  addEventListener("beforeprint", () => {
    onScreen ??= dataset.mantineColorScheme;
    dataset.mantineColorScheme = "light";
  });
  addEventListener("afterprint", () => {
    if (onScreen !== undefined) dataset.mantineColorScheme = onScreen;
    onScreen = undefined;
  });
}

// For signed-in users: shows the page's frame at once, and starts the screen's requests while its scripts load.
if (
  localStorage.getItem("signed-in") !== null &&
  !["/accept-invitation", "/choose-password"].includes(location.pathname)
) {
  document.documentElement.setAttribute("data-frame", "");
  begin();
}

function begin() {
  const { pathname, search } = location;
  const [, orderId] = /^\/orders\/(ord_\w+)$/.exec(pathname) ?? [];
  const targets = ["/api/admin/session", "/api/admin/store"];
  if (pathname === "/orders" && search === "") targets.push("/api/admin/orders?limit=50");
  if (orderId) targets.push(`/api/admin/orders/${orderId}`);
  // web/api/api-client.ts takes them from here, and repeats those that failed.
  const ask = (target) => fetch(target, { headers: { accept: "application/json" } }).catch(() => null);
  globalThis.__begun = new Map(targets.map((target) => [target, ask(target)]));

  const parts = JSON.parse(document.getElementById("parts")?.textContent ?? "{}");
  const isHere = (path) => new RegExp(`^${path.replace(/\$\w+/g, "[^/]+")}$`).test(pathname);
  const [, files = []] =
    Object.entries(parts).find(([path]) => path === pathname) ??
    Object.entries(parts).find(([path]) => isHere(path)) ??
    [];
  for (const file of files) {
    const link = document.createElement("link");
    const isStyle = file.endsWith(".css");
    const how = isStyle ? { rel: "preload", as: "style", crossOrigin: "" } : { rel: "modulepreload" };
    Object.assign(link, { ...how, href: `/assets/${file}` });
    document.head.append(link);
  }
}
