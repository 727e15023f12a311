/** The screens in the navigation and the command palette, and the right that each needs. */
import {
  type Icon,
  IconBuildingWarehouse,
  IconChartBar,
  IconCreditCard,
  IconHome,
  IconMail,
  IconPackage,
  IconSettings,
  IconShoppingCart,
  IconUsers,
} from "@tabler/icons-react";
import type { Right } from "#core/contract/rights";

export interface NavItem {
  readonly to: string;
  readonly label: string;
  /** Null: everybody who is signed in. */
  readonly right: Right | null;
  /** Whether vendor logins have access. */
  readonly vendor: "open" | "closed";
  readonly icon?: Icon;
  /** The shortcut is `g`, then this key. */
  readonly key?: string;
  /** The group that it is listed in; without one it stands alone. */
  readonly group?: "Payments" | "Customers" | "Stock" | "Catalogue" | "Reports" | "Settings";
}

export const groupIcons = {
  Payments: IconCreditCard,
  Customers: IconUsers,
  Stock: IconBuildingWarehouse,
  Catalogue: IconPackage,
  Reports: IconChartBar,
  Settings: IconSettings,
} as const;

export const navItems: readonly NavItem[] = [
  { to: "/", label: "Home", right: null, vendor: "open", icon: IconHome, key: "h" },
  { to: "/orders", label: "Orders", right: "orders.read", vendor: "open", icon: IconShoppingCart, key: "o" },
  { to: "/messages", label: "Messages", right: "messages.read", vendor: "closed", icon: IconMail },
  { to: "/payments/unmatched", label: "Unmatched payments", right: "orders.pay", vendor: "closed", group: "Payments" },
  {
    to: "/payments/requests",
    label: "Requests to providers",
    right: "orders.read",
    vendor: "closed",
    group: "Payments",
  },
  { to: "/customers", label: "Customers", right: "customers.read", vendor: "closed", group: "Customers" },
  { to: "/customers/groups", label: "Groups", right: "groups.read", vendor: "closed", group: "Customers" },
  { to: "/carts", label: "Carts", right: "carts.read", vendor: "closed", group: "Customers" },
  {
    to: "/stock/levels",
    label: "Stock levels",
    right: "inventory.read",
    vendor: "open",
    group: "Stock",
    key: "s",
  },
  { to: "/stock/low", label: "Low stock", right: "inventory.read", vendor: "open", group: "Stock", key: "l" },
  { to: "/stock/backorders", label: "Backorders", right: "inventory.read", vendor: "open", group: "Stock", key: "b" },
  { to: "/stock/movements", label: "Movements", right: "inventory.read", vendor: "open", group: "Stock", key: "m" },
  {
    to: "/stock/transfers",
    label: "Transfers",
    right: "inventory.transfer",
    vendor: "closed",
    group: "Stock",
    key: "t",
  },
  { to: "/locations", label: "Locations", right: "locations.read", vendor: "closed", group: "Stock" },
  { to: "/products", label: "Products", right: "catalog.read", vendor: "open", group: "Catalogue", key: "p" },
  { to: "/categories", label: "Categories", right: "catalog.read", vendor: "open", group: "Catalogue", key: "c" },
  { to: "/collections", label: "Collections", right: "collections.read", vendor: "closed", group: "Catalogue" },
  { to: "/price-lists", label: "Price lists", right: "pricing.read", vendor: "closed", group: "Catalogue" },
  { to: "/discounts", label: "Discounts", right: "discounts.read", vendor: "closed", group: "Catalogue", key: "d" },
  { to: "/tax-rates", label: "Tax rates", right: "taxes.read", vendor: "closed", group: "Catalogue" },
  { to: "/vendors", label: "Vendors", right: "vendors.read", vendor: "closed", group: "Catalogue" },
  { to: "/channels", label: "Channels", right: null, vendor: "closed", group: "Catalogue" },
  { to: "/reports/sales", label: "Sales", right: "reports.read", vendor: "closed", group: "Reports", key: "r" },
  { to: "/reports/money", label: "Money in and out", right: "reports.read", vendor: "closed", group: "Reports" },
  { to: "/reports/products", label: "Top products", right: "reports.read", vendor: "closed", group: "Reports" },
  { to: "/reports/taxes", label: "Taxes", right: "reports.read", vendor: "closed", group: "Reports" },
  { to: "/reports/returns", label: "Returned goods", right: "reports.read", vendor: "closed", group: "Reports" },
  { to: "/reports/stock", label: "Stock value", right: "reports.read", vendor: "closed", group: "Reports" },
  { to: "/reports/waiting", label: "Waiting orders", right: "reports.read", vendor: "closed", group: "Reports" },
  { to: "/reports/sql", label: "SQL reports", right: "reports.read", vendor: "closed", group: "Reports" },
  { to: "/settings/team", label: "Team", right: "team.read", vendor: "closed", group: "Settings", key: "u" },
  { to: "/settings/roles", label: "Roles", right: "roles.write", vendor: "closed", group: "Settings" },
  { to: "/settings/api-keys", label: "API keys", right: "apikeys.read", vendor: "closed", group: "Settings" },
  { to: "/settings/store", label: "Store", right: "store.write", vendor: "closed", group: "Settings" },
  { to: "/settings/payments", label: "Payments", right: "providers.read", vendor: "closed", group: "Settings" },
  {
    to: "/settings/messages",
    label: "Messages and senders",
    right: "templates.read",
    vendor: "closed",
    group: "Settings",
  },
  { to: "/settings/shipping", label: "Shipping", right: "providers.read", vendor: "closed", group: "Settings" },
  {
    to: "/settings/shipping-rates",
    label: "Shipping rates",
    right: "store.write",
    vendor: "closed",
    group: "Settings",
  },
  {
    to: "/settings/webhooks",
    label: "Webhooks",
    right: "webhooks.read",
    vendor: "closed",
    group: "Settings",
    key: "k",
  },
  { to: "/settings/imports", label: "Imports and exports", right: null, vendor: "closed", group: "Settings", key: "i" },
  { to: "/settings/audit", label: "Audit log", right: "audit.read", vendor: "closed", group: "Settings", key: "a" },
  { to: "/settings/doctor", label: "Health check", right: "store.operate", vendor: "closed", group: "Settings" },
  { to: "/settings/password", label: "Your password", right: null, vendor: "open", group: "Settings" },
];
