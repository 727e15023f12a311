/** Every screen and its address. A screen's code is fetched when it is first opened, or when the pointer rests on a link to it. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Right } from "#core/contract/rights";
import { useSession } from "./api/session.tsx";
import { Broken, Closed, Nowhere } from "./shell/closed.tsx";
import { Gate } from "./shell/gate.tsx";
import { Shell } from "./shell/shell.tsx";
import { parseSearch, stringifySearch } from "./ui/address.ts";

const root = createRootRoute({
  validateSearch: (search): Readonly<Record<string, string>> => search as Record<string, string>, // as `parseSearch` made it
  notFoundComponent: Nowhere,
});

const inside = createRoute({ getParentRoute: () => root, id: "inside", component: () => <Gate inside={<Shell />} /> });

type Load = () => Promise<{ default: () => ReactNode }>;

/**
 * A screen behind the sign-in. Without the right its address shows a closed door, and its code is not even run.
 * `vendor`: what vendor logins see of it is narrowed by the store, or they meet the closed door.
 */
function screen<const Path extends string>(path: Path, right: Right | null, vendor: "open" | "closed", load: Load) {
  const Screen = lazyRouteComponent(load);
  function Guarded() {
    const { who, mayRight } = useSession();
    const open = (right === null || mayRight(right)) && (vendor === "open" || !who.vendor);
    return open ? <Screen /> : <Closed right={right} />;
  }
  Guarded.preload = () => Screen.preload?.() ?? Promise.resolve();
  return createRoute({ getParentRoute: () => inside, path, component: Guarded });
}

const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: "/accept-invitation",
    component: lazyRouteComponent(() => import("./shell/accept-invitation.tsx"), "AcceptInvitation"),
  }),
  inside.addChildren([
    screen("/", null, "open", () => import("./home/home.tsx")),
    screen("/orders", "orders.read", "open", () => import("./orders/order-list.tsx")),
    screen("/orders/new", "orders.write", "closed", () => import("./orders/new-order.tsx")),
    screen("/orders/picking", "orders.fulfill", "closed", () => import("./orders/picking-sheet.tsx")),
    screen("/orders/$id", "orders.read", "open", () => import("./orders/order-page.tsx")),
    screen("/orders/$id/packing-slip", "orders.read", "closed", () => import("./orders/packing-slip.tsx")),
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
