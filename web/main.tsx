import { MantineProvider } from "@mantine/core";
import "@mantine/core/styles.css";
import "./fonts/fonts.css";
import "./global.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./query-client.ts";
import { router } from "./routes.tsx";
import { cssVariablesResolver, theme } from "./theme.ts";
import { pasteOneLine } from "./ui/forms/paste-one-line.ts";
import { idle, loadWaiting } from "./ui/later/later.ts";
import { keepFocus } from "./ui/layout/keep-focus.ts";
import { loadedToasts } from "./ui/toast.tsx";

const Toasts = lazy(() => loadedToasts);

/** Without offline storage, the admin works only while there is a network. */
const withoutIt = () => {};

/** Loads the rest of the admin when the browser is idle. */
function Rest() {
  useEffect(() => {
    void idle()
      .then(loadWaiting)
      .then(() => import("./shell/keep-offline.ts"))
      .then(({ keepOffline }) => keepOffline())
      .catch(withoutIt);
  }, []);
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  );
}

document.addEventListener("paste", pasteOneLine);
document.addEventListener("focusout", keepFocus);

createRoot(document.getElementById("root") ?? document.body).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Rest />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
