/** Staff, roles, sessions, invitations and keys. Only the hashes of secrets are stored. */

import type { Right, Role } from "#core/contract/values/rights";
import { idColumn, timeColumn } from "#core/db/columns";
import { boolean, pgTable, text } from "#core/db/drizzle";

/** Changes to a role's defaults. A role without a row is unchanged. */
export const roles = pgTable("roles", {
  role: text().$type<Role>().primaryKey(),
  title: text().notNull(),
  rights: text().array().$type<Right[]>().notNull(),
  updatedAt: timeColumn().notNull(),
});

/** Sellers. Written by the verbs of core/vendor; never removed, because products and orders refer to them. */
export const vendors = pgTable("vendors", {
  id: idColumn("vendor").primaryKey(),
  name: text().notNull(),
  email: text(),
  active: boolean().notNull().default(true),
  createdAt: timeColumn().notNull(),
});

/** People who sign in. The row of a removed person stays, because the audit refers to it. */
export const staff = pgTable("staff", {
  id: idColumn("staff").primaryKey(),
  email: text().notNull(),
  name: text().notNull(),
  passwordHash: text().notNull(),
  role: text().$type<Role>().notNull(),
  vendorId: idColumn("vendor"),
  createdAt: timeColumn().notNull(),
  removedAt: timeColumn(),
});

/** Read at every request of the admin, which extends `expiresAt`. Deleted at sign-out, and once it has expired. */
export const sessions = pgTable("sessions", {
  id: idColumn("session").primaryKey(),
  tokenHash: text().notNull(),
  staffId: idColumn("staff").notNull(),
  address: text(),
  createdAt: timeColumn().notNull(),
  seenAt: timeColumn().notNull(),
  expiresAt: timeColumn().notNull(),
});

/** At most one open invitation per address. Accepted and withdrawn ones stay on record. */
export const invitations = pgTable("invitations", {
  id: idColumn("invitation").primaryKey(),
  tokenHash: text().notNull(),
  email: text().notNull(),
  name: text().notNull(),
  role: text().$type<Role>().notNull(),
  vendorId: idColumn("vendor"),
  /** The person or key that did it; the same below. */
  invitedBy: text(),
  createdAt: timeColumn().notNull(),
  expiresAt: timeColumn().notNull(),
  acceptedAt: timeColumn(),
  withdrawnAt: timeColumn(),
});

/** The open links to choose a new password, at most one for each person. Deleted once used or no longer valid. */
export const passwordResets = pgTable("password_resets", {
  staffId: idColumn("staff").primaryKey(),
  tokenHash: text().notNull(),
  createdBy: text(),
  expiresAt: timeColumn().notNull(),
});

/** Read at every request with an API key. Revoked ones stay on record; no row is ever removed. */
export const apiKeys = pgTable("api_keys", {
  id: idColumn("key").primaryKey(),
  tokenHash: text().notNull(),
  name: text().notNull(),
  last4: text("last4").notNull(),
  role: text().$type<Role>().notNull(),
  vendorId: idColumn("vendor"),
  /** The limit on its rights: the lower role that its creator was given last. */
  heldTo: text().$type<Role>(),
  /** The roles that it was limited to before, which still count: a limit is never lifted. */
  heldBefore: text().array().$type<Role[]>().notNull().default([]),
  /** The vendor, if one of these roles is a vendor's. */
  heldVendorId: idColumn("vendor"),
  /** It gives access to the store API only; orders placed with it belong to the channel. */
  storefront: boolean().notNull().default(false),
  channelId: idColumn("channel"),
  createdBy: text(),
  createdAt: timeColumn().notNull(),
  expiresAt: timeColumn(),
  lastUsedAt: timeColumn(),
  revokedAt: timeColumn(),
  revokedBy: text(),
});

/** Networks that people have signed in from. Written at each sign-in; removed when there was none for long. */
export const signInNetworks = pgTable("sign_in_networks", {
  staffId: idColumn("staff").notNull(),
  network: text().notNull(),
  seenAt: timeColumn().notNull(),
});

/** Password guesses: one row each, written before the guess is checked. The retention sweep removes them. */
export const signInAttempts = pgTable("sign_in_attempts", {
  id: idColumn("attempt").primaryKey(),
  email: text().notNull(),
  /** The network that it came from, as returned by `networkOf`. */
  address: text().notNull(),
  at: timeColumn().notNull(),
});
