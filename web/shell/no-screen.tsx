import { Navigate, useMatch } from "@tanstack/react-router";
import { NotFound } from "./error-screens.tsx";
import { useNavItems } from "./use-nav-items.ts";

/** An address without a screen. One shortened to its area, such as `/stock`, leads to the area's first screen. */
export function NoScreen() {
  // Not the current location: while another screen loads, that is its own already.
  const area = useMatch({ strict: false, select: ({ pathname }) => pathname.replace(/\/*$/, "/") });
  const first = useNavItems().find(({ to }) => to.startsWith(area));
  return first ? <Navigate to={first.to} replace /> : <NotFound />;
}
