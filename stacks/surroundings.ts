/** What the deploy is told from outside. Nothing secret of it gets into a template. */
import type { App } from "sst/constructs";

/** A setting of whoever deploys, if there is one. */
export const told = (name: string): string | undefined => process.env[name] || undefined;

/**
 * An emulator has no network to keep apart and no CloudFront to speak of, and lacks several of their resources:
 * there, functions reach what they like, and the admin's pages are not served.
 */
export const emulated = (): boolean => told("AWS_ENDPOINT_URL") !== undefined;

/** The port of the PostgreSQL that `DATABASE_URL` names; null when the stacks make a database of their own. */
export function givenDatabasePort(): number | null {
  const url = told("DATABASE_URL");
  return url === undefined ? null : Number(new URL(url).port || 5432);
}

/** The secret that holds `SECRETS_KEY`, `ADMIN_TOKEN` and a given `DATABASE_URL` of a stage. */
export const settingsName = (app: App): string => app.logicalPrefixedName("settings");

/** Where a stage's own metrics are: two stages of one account do not hear each other's. */
export const metricsNamespace = (app: App): string => app.logicalPrefixedName("Quartermaster");
