/** The screens in the navigation and the command palette, with the right that each needs. */
import type { Right } from "#core/contract/values/rights";

export interface NavItem {
  readonly to: string;
  /** Screens that are opened from it and have no item of their own. */
  readonly also?: readonly string[];
  readonly label: string;
  /** Null: everyone who is signed in. */
  readonly right: Right | null;
  /** If set, someone without any of these has no use for it. */
  readonly oneOf?: readonly Right[];
  /** Whether vendor logins have access. */
  readonly vendor: "open" | "closed";
  /** The shortcut is `g`, then this key. */
  readonly key?: string;
  /** Its group, if any. A group appears at the position of its first screen. */
  readonly group?: "Orders" | "Customers" | "Stock" | "Catalogue" | "Reports" | "Settings";
  /** Its heading within Settings. */
  readonly section?: "Store" | "People" | "Payments" | "Shipping" | "Messages" | "Developers";
  /** Its name within its group, if the group has the same name. */
  readonly inGroup?: string;
}

export const navItems: readonly NavItem[] = [
  { to: "/", label: "Home", right: null, vendor: "open", key: "h" },
  {
    to: "/orders",
    label: "Orders",
    inGroup: "All orders",
    right: "orders.read",
    vendor: "open",
    group: "Orders",
    key: "o",
  },
  {
    to: "/orders/pack",
    label: "Pack station",
    right: "orders.fulfill",
    vendor: "closed",
    group: "Orders",
    key: "w",
  },
  {
    to: "/orders/returned-parcels",
    label: "Returned to sender",
    right: "orders.fulfill",
    vendor: "closed",
    group: "Orders",
  },
  { to: "/payments/unmatched", label: "Unmatched payments", right: "orders.pay", vendor: "closed", group: "Orders" },
  { to: "/carts", label: "Carts", right: "carts.read", vendor: "closed", group: "Orders" },
  {
    to: "/customers",
    label: "Customers",
    inGroup: "All customers",
    right: "customers.read",
    vendor: "closed",
    group: "Customers",
  },
  { to: "/customers/groups", label: "Groups", right: "groups.read", vendor: "closed", group: "Customers" },
  {
    to: "/stock/levels",
    also: ["/stock/count", "/stock/receive", "/stock/shelf-labels"],
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
  { to: "/reports/channels", label: "By channel", right: "reports.read", vendor: "closed", group: "Reports" },
  { to: "/reports/returns", label: "Returned goods", right: "reports.read", vendor: "closed", group: "Reports" },
  { to: "/reports/stock", label: "Stock value", right: "reports.read", vendor: "closed", group: "Reports" },
  { to: "/reports/waiting", label: "Waiting orders", right: "reports.read", vendor: "closed", group: "Reports" },
  { to: "/reports/sql", label: "SQL reports", right: "reports.read", vendor: "closed", group: "Reports" },
  { to: "/messages", label: "Messages", right: "messages.read", vendor: "closed" },
  {
    to: "/settings/store",
    label: "Store settings",
    inGroup: "General",
    right: "store.write",
    vendor: "closed",
    group: "Settings",
    section: "Store",
  },
  {
    to: "/settings/imports",
    label: "Imports and exports",
    right: null,
    oneOf: ["orders.import", "inventory.import", "catalog.write", "customers.write", "pricing.write", "data.export"],
    vendor: "closed",
    group: "Settings",
    section: "Store",
    key: "i",
  },
  {
    to: "/settings/move",
    label: "Move from another store",
    right: "catalog.write",
    vendor: "closed",
    group: "Settings",
    section: "Store",
  },
  {
    to: "/settings/team",
    label: "Team",
    right: "team.read",
    vendor: "closed",
    group: "Settings",
    section: "People",
    key: "u",
  },
  {
    to: "/settings/roles",
    label: "Roles",
    right: "roles.write",
    vendor: "closed",
    group: "Settings",
    section: "People",
  },
  {
    to: "/settings/payments",
    label: "Payment gateways",
    right: "providers.read",
    vendor: "closed",
    group: "Settings",
    section: "Payments",
  },
  {
    to: "/payments/requests",
    label: "Requests to providers",
    right: "orders.read",
    vendor: "closed",
    group: "Settings",
    section: "Payments",
  },
  {
    to: "/settings/shipping",
    label: "Carriers and boxes",
    right: "providers.read",
    vendor: "closed",
    group: "Settings",
    section: "Shipping",
  },
  {
    to: "/settings/shipping-rates",
    label: "Shipping rates",
    right: "store.write",
    vendor: "closed",
    group: "Settings",
    section: "Shipping",
  },
  {
    to: "/settings/messages",
    label: "Messages and senders",
    right: "templates.read",
    vendor: "closed",
    group: "Settings",
    section: "Messages",
  },
  {
    to: "/settings/api-keys",
    label: "API keys",
    right: "apikeys.read",
    vendor: "closed",
    group: "Settings",
    section: "Developers",
  },
  {
    to: "/settings/webhooks",
    label: "Webhooks",
    right: "webhooks.read",
    vendor: "closed",
    group: "Settings",
    section: "Developers",
    key: "k",
  },
  {
    to: "/settings/audit",
    label: "Audit log",
    right: "audit.read",
    vendor: "closed",
    group: "Settings",
    section: "Developers",
    key: "a",
  },
  {
    to: "/settings/doctor",
    label: "Health check",
    right: "store.operate",
    vendor: "closed",
    group: "Settings",
    section: "Developers",
  },
];

/** The navigation item that a path belongs to: the one with the longest matching prefix. */
export function navItemAt(items: readonly NavItem[], path: string): NavItem | undefined {
  const opener = items.find(({ also }) => also?.includes(path));
  if (opener) return opener;
  return items
    .filter(({ to }) => (to === "/" ? path === "/" : path === to || path.startsWith(`${to}/`)))
    .toSorted((one, other) => other.to.length - one.to.length)[0];
}
