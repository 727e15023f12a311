/**
 * Every screen and its URL. A screen's code is loaded when it is first opened, or when the pointer is on a link to it.
 */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import type { ReactNode } from "react";
import * as orderApi from "#core/contract/order";
import * as sessionApi from "#core/contract/session";
import type { Right } from "#core/contract/values/rights";
import { apiQuery } from "./api/hooks.ts";
import { useSession } from "./api/session.tsx";
import { queryClient } from "./query-client.ts";
import { AuthGate } from "./shell/auth-gate.tsx";
import { loadChunk } from "./shell/chunk-errors.tsx";
import { ErrorScreen, Forbidden, NotFound } from "./shell/error-screens.tsx";
import { NoScreen } from "./shell/no-screen.tsx";
import { Shell } from "./shell/shell.tsx";
import { rememberEntries } from "./ui/links/entries.ts";
import { parseSearch, stringifySearch } from "./ui/url-state.ts";

const root = createRootRoute({
  validateSearch: (search): Readonly<Record<string, string>> => search as Record<string, string>, // from `parseSearch`
  notFoundComponent: NotFound,
});

const authenticated = createRoute({
  getParentRoute: () => root,
  id: "authenticated",
  component: () => (
    <AuthGate>
      <Shell />
    </AuthGate>
  ),
});

type Load = () => Promise<{ default: () => ReactNode }>;

/** Fetches the first data of a screen, by its path parameters. */
type Prefetch = (params: Readonly<Record<string, string>>) => Promise<unknown>;

/** How long a click waits for the prefetched data, so that the screen appears complete. Too short to be noticed. */
const prefetchWaitMs = 60;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A screen behind the sign-in. Users without the right see `Forbidden`, and the screen's code does not run.
 * `vendor`: whether vendor logins have access; the store limits what they see there.
 */
function screen<const Path extends string>(
  path: Path,
  right: Right | null,
  vendor: "open" | "closed",
  load: Load,
  prefetch?: Prefetch,
) {
  const Screen = lazyRouteComponent(loadChunk(load));
  function Guarded() {
    const { user, hasRight } = useSession();
    const allowed = (right === null || hasRight(right)) && (vendor === "open" || !user.vendor);
    return allowed ? <Screen /> : <Forbidden right={right} />;
  }
  Guarded.preload = () => Screen.preload?.() ?? Promise.resolve();
  // Nothing is prefetched before the session is known, or without the right to see it.
  const mayPrefetch = () => {
    const user = queryClient.getQueryData(apiQuery(sessionApi.read, {}).queryKey);
    return user !== undefined && (right === null || user.rights.includes(right));
  };
  return createRoute({
    getParentRoute: () => authenticated,
    path,
    component: Guarded,
    loader: ({ params }): Promise<unknown> | null =>
      prefetch && mayPrefetch() ? Promise.race([prefetch(params), delay(prefetchWaitMs)]) : null,
    shouldReload: ({ cause }) => cause !== "stay",
  });
}

const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: "/accept-invitation",
    component: lazyRouteComponent(
      loadChunk(() => import("./shell/accept-invitation.tsx")),
      "AcceptInvitation",
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/choose-password",
    component: lazyRouteComponent(
      loadChunk(() => import("./shell/choose-password.tsx")),
      "ChoosePassword",
    ),
  }),
  authenticated.addChildren([
    screen("/", null, "open", () => import("./home/home.tsx")),
    screen("/orders", "orders.read", "open", () => import("./order-list/order-list.tsx")),
    screen("/orders/new", "orders.write", "closed", () => import("./orders/new-order.tsx")),
    screen("/payments/unmatched", "orders.pay", "closed", () => import("./payments/unmatched.tsx")),
    screen("/payments/requests", "orders.read", "closed", () => import("./providers/requests.tsx")),
    screen("/orders/packing-slips", "orders.fulfill", "closed", () => import("./packing/packing-slips.tsx")),
    screen("/orders/pack", "orders.fulfill", "closed", () => import("./packing/pack-station.tsx")),
    screen("/orders/labels", "orders.fulfill", "closed", () => import("./packing/label-sheet.tsx")),
    screen("/orders/returned-parcels", "orders.fulfill", "closed", () => import("./packing/returned-parcels.tsx")),
    screen("/orders/picking", "orders.fulfill", "closed", () => import("./order-list/picking-sheet.tsx")),
    screen(
      "/orders/$id",
      "orders.read",
      "open",
      () => import("./orders/order-page.tsx"),
      ({ id }) => queryClient.prefetchQuery(apiQuery(orderApi.read, { id: id as orderApi.Order["id"] })), // the API refuses other ids
    ),
    screen("/orders/$id/packing-slip", "orders.read", "closed", () => import("./packing/packing-slip.tsx")),
    screen("/messages", "messages.read", "closed", () => import("./messages/message-list.tsx")),
    screen("/stock/levels", "inventory.read", "open", () => import("./stock/stock-list.tsx")),
    screen("/stock/count", "inventory.write", "closed", () => import("./stock/scan-count/scan-count.tsx")),
    screen("/stock/receive", "inventory.write", "closed", () => import("./stock/delivery/receive-delivery.tsx")),
    screen("/stock/shelf-labels", "inventory.read", "closed", () => import("./labels/shelf-labels.tsx")),
    screen("/stock/levels/$id", "inventory.read", "open", () => import("./stock/stock-page.tsx")),
    screen("/stock/low", "inventory.read", "open", () => import("./stock/low-stock.tsx")),
    screen("/stock/backorders", "inventory.read", "open", () => import("./stock/backorders.tsx")),
    screen("/stock/movements", "inventory.read", "open", () => import("./stock/movements.tsx")),
    screen("/stock/transfers", "inventory.transfer", "closed", () => import("./stock/transfers/transfers.tsx")),
    screen("/stock/transfers/$id", "inventory.transfer", "closed", () => import("./stock/transfers/transfer-page.tsx")),
    screen("/products", "catalog.read", "open", () => import("./products/product-list.tsx")),
    screen("/products/new", "catalog.write", "open", () => import("./products/new-product.tsx")),
    screen("/products/grid", "catalog.write", "open", () => import("./products/grid/product-grid.tsx")),
    screen("/products/labels", "catalog.read", "open", () => import("./labels/item-labels.tsx")),
    screen("/products/$id", "catalog.read", "open", () => import("./products/product-page.tsx")),
    screen("/categories", "catalog.read", "open", () => import("./catalogue/categories.tsx")),
    screen("/collections", "collections.read", "closed", () => import("./catalogue/collection-list.tsx")),
    screen("/collections/$id", "collections.read", "closed", () => import("./catalogue/collection-page.tsx")),
    screen("/discounts", "discounts.read", "closed", () => import("./catalogue/discounts.tsx")),
    screen("/tax-rates", "taxes.read", "closed", () => import("./catalogue/tax-rates.tsx")),
    screen("/channels", null, "closed", () => import("./catalogue/channels.tsx")),
    screen("/customers", "customers.read", "closed", () => import("./customers/customer-list.tsx")),
    screen("/customers/groups", "groups.read", "closed", () => import("./customers/groups.tsx")),
    screen("/customers/$id", "customers.read", "closed", () => import("./customers/customer-page.tsx")),
    screen("/carts", "carts.read", "closed", () => import("./customers/carts.tsx")),
    screen("/price-lists", "pricing.read", "closed", () => import("./prices/price-lists.tsx")),
    screen("/price-lists/$id", "pricing.read", "closed", () => import("./prices/price-list-page.tsx")),
    screen("/locations", "locations.read", "closed", () => import("./stock/locations.tsx")),
    screen("/reports/sales", "reports.read", "closed", () => import("./reports/sales.tsx")),
    screen("/reports/money", "reports.read", "closed", () => import("./reports/money.tsx")),
    screen("/reports/products", "reports.read", "closed", () => import("./reports/products.tsx")),
    screen("/reports/taxes", "reports.read", "closed", () => import("./reports/taxes.tsx")),
    screen("/reports/channels", "reports.read", "closed", () => import("./reports/channels.tsx")),
    screen("/reports/returns", "reports.read", "closed", () => import("./reports/returned.tsx")),
    screen("/reports/stock", "reports.read", "closed", () => import("./reports/stock-value.tsx")),
    screen("/reports/waiting", "reports.read", "closed", () => import("./reports/waiting.tsx")),
    screen("/reports/sql", "reports.read", "closed", () => import("./reports/sql/query-list.tsx")),
    screen("/reports/sql/$id", "reports.read", "closed", () => import("./reports/sql/query-page.tsx")),
    screen("/reports/orders", "reports.read", "closed", () => import("./reports/orders-behind.tsx")),
    screen("/settings/team", "team.read", "closed", () => import("./settings/team.tsx")),
    screen("/settings/roles", "roles.write", "closed", () => import("./settings/roles.tsx")),
    screen("/settings/api-keys", "apikeys.read", "closed", () => import("./settings/api-keys.tsx")),
    screen("/settings/store", "store.write", "closed", () => import("./settings/store-settings.tsx")),
    screen("/settings/payments", "providers.read", "closed", () => import("./payments/gateways.tsx")),
    screen("/settings/messages", "templates.read", "closed", () => import("./messages/message-settings.tsx")),
    screen(
      "/settings/messages/$kind/$channel",
      "templates.read",
      "closed",
      () => import("./messages/template-page.tsx"),
    ),
    screen("/settings/shipping-rates", "store.write", "closed", () => import("./settings/shipping-rates.tsx")),
    screen("/settings/shipping", "providers.read", "closed", () => import("./shipping/shipping-settings.tsx")),
    screen("/vendors", "vendors.read", "closed", () => import("./catalogue/vendors.tsx")),
    screen("/vendors/$id", "vendors.read", "closed", () => import("./catalogue/vendor-page.tsx")),
    screen("/settings/webhooks", "webhooks.read", "closed", () => import("./webhooks/endpoints.tsx")),
    screen("/settings/webhooks/deliveries", "webhooks.read", "closed", () => import("./webhooks/deliveries.tsx")),
    screen("/settings/webhooks/$id", "webhooks.read", "closed", () => import("./webhooks/endpoint-page.tsx")),
    screen("/settings/imports", null, "closed", () => import("./jobs/jobs.tsx")),
    screen("/settings/move", "catalog.write", "closed", () => import("./jobs/move.tsx")),
    screen("/settings/imports/$id", null, "closed", () => import("./jobs/import-page.tsx")),
    screen("/settings/audit", "audit.read", "closed", () => import("./settings/audit.tsx")),
    screen("/settings/doctor", "store.operate", "closed", () => import("./settings/doctor.tsx")),
    screen("/settings/password", null, "open", () => import("./settings/password.tsx")),
    createRoute({ getParentRoute: () => authenticated, path: "$", component: NoScreen }),
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultPreloadDelay: 40,
  defaultErrorComponent: ErrorScreen,
  scrollRestoration: true,
});
rememberEntries(router.history);

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
