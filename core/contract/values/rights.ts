/** The 48 core rights, their labels on screen, and who holds them in a new store. */

export const roles = ["owner", "manager", "staff", "vendor"] as const;
export type Role = (typeof roles)[number];

/** Letters: M manager, S staff, V vendor. The owner holds every right, always. */
const core = {
  "catalog.read": ["See products and categories", "MSV"],
  "catalog.write": ["Change products and categories", "M"],
  "collections.read": ["See collections", "MS"],
  "collections.write": ["Change collections", "M"],
  "pricing.read": ["See price lists", "MS"],
  "pricing.write": ["Change price lists", "M"],
  "groups.read": ["See customer groups", "MS"],
  "groups.write": ["Change customer groups", "M"],
  "discounts.read": ["See discounts", "MS"],
  "discounts.write": ["Change discounts", "M"],
  "taxes.read": ["See tax rates", "MS"],
  "taxes.write": ["Change tax rates", ""],
  "locations.read": ["See locations", "MS"],
  "locations.write": ["Change locations", ""],
  "inventory.read": ["See stock and its movements", "MSV"],
  "inventory.write": ["Receive, count and adjust stock", "M"],
  "inventory.transfer": ["Move stock between locations", "MS"],
  "inventory.import": ["Import stock from a file", "M"],
  "orders.read": ["See orders", "MSV"],
  "orders.write": ["Create and edit orders", "MS"],
  "orders.cancel": ["Cancel orders", "MS"],
  "orders.pay": ["Mark orders paid or unpaid", "M"],
  "orders.fulfill": ["Pack and ship orders", "MS"],
  "orders.refund": ["Refund payments", "M"],
  "orders.return": ["Record returns", "MS"],
  "orders.import": ["Import orders from a file", ""],
  "carts.read": ["See carts", "MS"],
  "customers.read": ["See customers", "MS"],
  "customers.write": ["Change customers", "M"],
  "messages.read": ["See sent messages", "MS"],
  "messages.send": ["Send messages again", "MS"],
  "templates.read": ["See message templates", "M"],
  "templates.write": ["Change message templates", ""],
  "providers.read": ["See carriers, gateways and senders", ""],
  "providers.write": ["Set up carriers, gateways and senders", ""],
  "reports.read": ["See and run reports", "M"],
  "reports.write": ["Write SQL reports", ""],
  "team.read": ["See the team", "M"],
  "team.write": ["Invite, change and remove people", ""],
  "roles.write": ["Change what roles may do", ""],
  "apikeys.read": ["See API keys", ""],
  "apikeys.write": ["Revoke API keys", ""],
  "audit.read": ["See the audit log", "M"],
  "store.write": ["Change the store's settings", ""],
  "store.operate": ["Run scheduled work and the health check", ""],
  "vendors.read": ["See vendors", "M"],
  "vendors.write": ["Change vendors", ""],
  "data.export": ["Export data", ""],
} as const satisfies Record<string, readonly [label: string, heldBy: string]>;

/** Rights that the webhooks module adds: only the owner has them until granted. */
const webhooks = {
  "webhooks.read": ["See webhook endpoints and deliveries", ""],
  "webhooks.write": ["Change webhook endpoints and retry deliveries", ""],
} as const satisfies Record<string, readonly [label: string, heldBy: string]>;

const all = { ...core, ...webhooks };
export type Right = keyof typeof all;

const names = Object.keys(all) as Right[]; // Object.keys forgets the type of literal keys
export const coreRights: readonly Right[] = names.filter((right) => right in core);
export const rights: readonly Right[] = names;
export const labelOf = (right: Right): string => all[right][0];

/** The group in which a right is shown, by the first half of its name. */
const groups: Readonly<Record<string, string>> = {
  catalog: "Catalogue",
  collections: "Catalogue",
  pricing: "Prices and taxes",
  groups: "Customers",
  discounts: "Prices and taxes",
  taxes: "Prices and taxes",
  locations: "Stock",
  inventory: "Stock",
  orders: "Orders",
  carts: "Orders",
  customers: "Customers",
  messages: "Messages",
  templates: "Messages",
  providers: "Store",
  reports: "Reports",
  team: "People",
  roles: "People",
  apikeys: "People",
  audit: "People",
  store: "Store",
  vendors: "Store",
  data: "Reports",
  webhooks: "Webhooks",
};
export const groupOf = (right: Right): string => groups[right.split(".")[0] ?? ""] ?? "Other";

/** A role's title in a new store. */
export const titleAtFirst = (role: Role): string => `${role.charAt(0).toUpperCase()}${role.slice(1)}`;

const letters = { owner: "", manager: "M", staff: "S", vendor: "V" } as const;

/** What a role may do in a new store, and again after a reset. */
export function rightsAtFirst(role: Role): Right[] {
  return role === "owner" ? [...rights] : rights.filter((right) => (all[right][1] as string).includes(letters[role]));
}

/** What the static admin token may do. */
export const rightsOfToken: readonly Right[] = ["webhooks.read", "webhooks.write"];
