import { useSession } from "../api/session.tsx";
import { type NavItem, navItems } from "./navigation.ts";

/** The screens that the user may open. */
export function useNavItems(): readonly NavItem[] {
  const { user, hasRight } = useSession();
  return navItems.filter(({ right, oneOf, vendor }) => {
    if (user.vendor && vendor === "closed") return false;
    return (right === null || hasRight(right)) && (oneOf?.some(hasRight) ?? true);
  });
}
