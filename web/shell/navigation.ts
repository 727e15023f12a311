/** The screens that the navigation and the palette offer, and the right that each needs. */
import {
  type Icon,
  IconBuildingWarehouse,
  IconHome,
  IconPackage,
  IconSettings,
  IconShoppingCart,
} from "@tabler/icons-react";
import type { Right } from "#core/contract/rights";

export interface Place {
  readonly to: string;
  readonly label: string;
  /** None: everybody who has signed in. */
  readonly right: Right | null;
  /** Vendor logins meet a closed door there. */
  readonly vendor: "open" | "closed";
  readonly icon?: Icon;
  /** `g` and then this goes there. */
  readonly key?: string;
  /** The group that it is listed under; alone when it names none. */
  readonly group?: "Stock" | "Catalogue" | "Settings";
}

export const groupIcons = { Stock: IconBuildingWarehouse, Catalogue: IconPackage, Settings: IconSettings } as const;

export const places: readonly Place[] = [
  { to: "/", label: "Home", right: null, vendor: "open", icon: IconHome, key: "h" },
  { to: "/orders", label: "Orders", right: "orders.read", vendor: "open", icon: IconShoppingCart, key: "o" },
];
