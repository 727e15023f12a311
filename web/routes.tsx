/** Every screen and its address. A screen's code is fetched when it is first opened, or when the pointer rests on a link to it. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import type { ReactNode } from "react";
import * as orderApi from "#core/contract/order";
import type { Right } from "#core/contract/rights";
import * as sessionApi from "#core/contract/session";
import { apiQuery } from "./api/hooks.ts";
import { useSession } from "./api/session.tsx";
import { queryClient } from "./query-client.ts";
import { Gate } from "./shell/auth-gate.tsx";
import { piece } from "./shell/chunk-errors.tsx";
import { Broken, Closed, Nowhere } from "./shell/error-screens.tsx";
import { Shell } from "./shell/shell.tsx";
import { parseSearch, stringifySearch } from "./ui/url-state.ts";

const root = createRootRoute({
  validateSearch: (search): Readonly<Record<string, string>> => search as Record<string, string>, // as `parseSearch` made it
  notFoundComponent: Nowhere,
});

const inside = createRoute({ getParentRoute: () => root, id: "inside", component: () => <Gate inside={<Shell />} /> });

type Load = () => Promise<{ default: () => ReactNode }>;

/** What a screen shows first, by the names in its path. */
type First = (params: Readonly<Record<string, string>>) => Promise<unknown>;

/** So long a click waits for what a screen shows first, rather than show it empty: no eye sees the wait. */
const patienceMs = 60;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A screen behind the sign-in. Without the right its address shows a closed door, and its code is not even run.
 * `vendor`: what vendor logins see of it is narrowed by the store, or they meet the closed door.
 */
function screen<const Path extends string>(
  path: Path,
  right: Right | null,
  vendor: "open" | "closed",
  load: Load,
  first?: First,
) {
  const Screen = lazyRouteComponent(piece(load));
  function Guarded() {
    const { user, hasRight } = useSession();
    const open = (right === null || hasRight(right)) && (vendor === "open" || !user.vendor);
    return open ? <Screen /> : <Closed right={right} />;
  }
  Guarded.preload = () => Screen.preload?.() ?? Promise.resolve();
  // Nothing is asked for before it is known who asks, nor what they may not see.
  const isAllowed = () => {
    const who = queryClient.getQueryData(apiQuery(sessionApi.read, {}).queryKey);
    return who !== undefined && (right === null || who.rights.includes(right));
  };
  return createRoute({
    getParentRoute: () => inside,
    path,
    component: Guarded,
    loader: ({ params }): Promise<unknown> | null =>
      first && isAllowed() ? Promise.race([first(params), pause(patienceMs)]) : null,
    shouldReload: ({ cause }) => cause !== "stay",
  });
}

const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: "/accept-invitation",
    component: lazyRouteComponent(
      piece(() => import("./shell/accept-invitation.tsx")),
      "AcceptInvitation",
    ),
  }),
  inside.addChildren([
    screen("/", null, "open", () => import("./home/home.tsx")),
    screen("/orders", "orders.read", "open", () => import("./orders/order-list.tsx")),
    screen("/orders/new", "orders.write", "closed", () => import("./orders/new-order.tsx")),
    screen("/orders/picking", "orders.fulfill", "closed", () => import("./orders/picking-sheet.tsx")),
    screen(
      "/orders/$id",
      "orders.read",
      "open",
      () => import("./orders/order-page.tsx"),
      ({ id }) => queryClient.prefetchQuery(apiQuery(orderApi.read, { id: id as orderApi.Order["id"] })), // the store says whether it is one
    ),
    screen("/orders/$id/packing-slip", "orders.read", "closed", () => import("./orders/packing-slip.tsx")),
    screen("/stock/levels", "inventory.read", "open", () => import("./stock/stock-list.tsx")),
    screen("/stock/levels/$id", "inventory.read", "open", () => import("./stock/stock-page.tsx")),
    screen("/stock/low", "inventory.read", "open", () => import("./stock/low-stock.tsx")),
    screen("/stock/waiting", "inventory.read", "open", () => import("./stock/backorders.tsx")),
    screen("/stock/movements", "inventory.read", "open", () => import("./stock/movements.tsx")),
    screen("/stock/transfers", "inventory.transfer", "closed", () => import("./stock/transfers.tsx")),
    screen("/stock/transfers/$id", "inventory.transfer", "closed", () => import("./stock/transfer-page.tsx")),
    screen("/products", "catalog.read", "open", () => import("./products/product-list.tsx")),
    screen("/products/new", "catalog.write", "open", () => import("./products/new-product.tsx")),
    screen("/products/$id", "catalog.read", "open", () => import("./products/product-page.tsx")),
    screen("/categories", "catalog.read", "open", () => import("./catalogue/categories.tsx")),
    screen("/collections", "collections.read", "closed", () => import("./catalogue/collection-list.tsx")),
    screen("/collections/$id", "collections.read", "closed", () => import("./catalogue/collection-page.tsx")),
    screen("/discounts", "discounts.read", "closed", () => import("./catalogue/discounts.tsx")),
    screen("/tax-rates", "taxes.read", "closed", () => import("./catalogue/tax-rates.tsx")),
    screen("/channels", null, "closed", () => import("./catalogue/channels.tsx")),
    screen("/locations", "locations.read", "closed", () => import("./stock/locations.tsx")),
    screen("/settings/team", "team.read", "closed", () => import("./settings/team.tsx")),
    screen("/settings/roles", "roles.write", "closed", () => import("./settings/roles.tsx")),
    screen("/settings/api-keys", "apikeys.read", "closed", () => import("./settings/api-keys.tsx")),
    screen("/settings/store", "store.write", "closed", () => import("./settings/store-settings.tsx")),
    screen("/settings/vendors", "vendors.read", "closed", () => import("./settings/vendors.tsx")),
    screen("/settings/webhooks", "webhooks.read", "closed", () => import("./webhooks/endpoints.tsx")),
    screen("/settings/webhooks/deliveries", "webhooks.read", "closed", () => import("./webhooks/deliveries.tsx")),
    screen("/settings/webhooks/$id", "webhooks.read", "closed", () => import("./webhooks/endpoint-page.tsx")),
    screen("/settings/audit", "audit.read", "closed", () => import("./settings/audit.tsx")),
    screen("/settings/doctor", "store.operate", "closed", () => import("./settings/doctor.tsx")),
    screen("/settings/password", null, "open", () => import("./settings/password.tsx")),
    createRoute({ getParentRoute: () => inside, path: "$", component: Nowhere }),
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultPreloadDelay: 40,
  defaultErrorComponent: Broken,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
