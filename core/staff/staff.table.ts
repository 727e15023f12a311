/** Staff, roles, sessions, invitations and keys. Secrets are kept as hashes only. */

import type { Right, Role } from "#core/contract/rights";
import { idColumn, timeColumn } from "#core/db/columns";
import { boolean, pgTable, text } from "#core/db/drizzle";

/** What has been changed about a role. A role without a row is as it is in a new store. */
export const roles = pgTable("roles", {
  role: text().$type<Role>().primaryKey(),
  title: text().notNull(),
  rights: text().array().$type<Right[]>().notNull(),
  updatedAt: timeColumn().notNull(),
});

/** Sellers. Written by the verbs of core/vendor; never removed, for products and orders name them. */
export const vendors = pgTable("vendors", {
  id: idColumn("vendor").primaryKey(),
  name: text().notNull(),
  email: text(),
  active: boolean().notNull().default(true),
  createdAt: timeColumn().notNull(),
});

/** People who sign in. A removed person keeps the row, for the audit names it. */
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

/** Read at every request of the admin, which moves `expiresAt` on. Deleted when somebody signs out or is signed out, and once it has expired. */
export const sessions = pgTable("sessions", {
  id: idColumn("session").primaryKey(),
  tokenHash: text().notNull(),
  staffId: idColumn("staff").notNull(),
  address: text(),
  createdAt: timeColumn().notNull(),
  seenAt: timeColumn().notNull(),
  expiresAt: timeColumn().notNull(),
});

/** One open one for each address. Accepted and withdrawn ones stay on record. */
export const invitations = pgTable("invitations", {
  id: idColumn("invitation").primaryKey(),
  tokenHash: text().notNull(),
  email: text().notNull(),
  name: text().notNull(),
  role: text().$type<Role>().notNull(),
  vendorId: idColumn("vendor"),
  /** The person or key that did it; likewise below. */
  invitedBy: text(),
  createdAt: timeColumn().notNull(),
  expiresAt: timeColumn().notNull(),
  acceptedAt: timeColumn(),
  withdrawnAt: timeColumn(),
});

/** Read at every request of a program. Revoked ones stay on record; no row is ever removed. */
export const apiKeys = pgTable("api_keys", {
  id: idColumn("key").primaryKey(),
  tokenHash: text().notNull(),
  name: text().notNull(),
  last4: text("last4").notNull(),
  role: text().$type<Role>().notNull(),
  vendorId: idColumn("vendor"),
  /** The lower role that whoever made it was given since, and the vendor where that is a vendor's: the key may do no more. */
  heldTo: text().$type<Role>(),
  heldVendorId: idColumn("vendor"),
  /** It opens the store API and nothing else; orders that come by it are of the channel. */
  storefront: boolean().notNull().default(false),
  channelId: idColumn("channel"),
  createdBy: text(),
  createdAt: timeColumn().notNull(),
  expiresAt: timeColumn(),
  lastUsedAt: timeColumn(),
  revokedAt: timeColumn(),
  revokedBy: text(),
});

/** Networks that somebody has signed in from. Written at each sign-in; removed once they have not been seen for long. */
export const signInNetworks = pgTable("sign_in_networks", {
  staffId: idColumn("staff").notNull(),
  network: text().notNull(),
  seenAt: timeColumn().notNull(),
});

/** Guesses at a password: one row each, made before the guess is looked at. The retention sweep removes them. */
export const signInAttempts = pgTable("sign_in_attempts", {
  id: idColumn("attempt").primaryKey(),
  email: text().notNull(),
  /** The network that it came from, as `networkOf` has it. */
  address: text().notNull(),
  at: timeColumn().notNull(),
});
