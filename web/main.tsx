import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./global.css";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import * as session from "#core/contract/session";
import { isRefused, retry } from "./api/hooks.ts";
import { router } from "./routes.tsx";
import { cssVariablesResolver, theme } from "./theme.ts";
import { sayRefused } from "./ui/said.tsx";

// Asked even when the browser believes to be offline: it is often wrong, and an answer that says so is better than none.
const networkMode = "always";
/** Somebody has taken a right from this person: the navigation and the buttons follow at once. */
const onError = (error: Error) => {
  if (!isRefused(error, "right.missing")) return;
  sayRefused(error);
  void client.invalidateQueries({ queryKey: [session.read.name] });
};
const client = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { retry, networkMode }, mutations: { networkMode } },
});

createRoot(document.getElementById("root") ?? document.body).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <Notifications position="bottom-right" limit={3} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
