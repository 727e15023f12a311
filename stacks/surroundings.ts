/** What the deploy is told from outside. Nothing secret of it gets into a template. */
import type { App } from "sst/constructs";

/** A setting of whoever deploys, if there is one. */
export const told = (name: string): string | undefined => process.env[name] || undefined;

/** A setting that has a few values, the first when nothing is said. @throws a sentence for any other. */
export function oneOf<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value {
  const said = told(name);
  const value = said === undefined ? values[0] : values.find((one) => one === said);
  if (value === undefined) throw new Error(`${name} is "${said}": it is one of ${values.join(", ")}.`);
  return value;
}

/** Has the stacks told what holds from now on: a name that is not in it is not set. */
export function tell(names: readonly string[], values: Readonly<Record<string, string>>): void {
  for (const name of names) {
    const value = values[name];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/**
 * An emulator has no network to keep apart and no CloudFront to speak of, and lacks several of their resources:
 * there, functions reach what they like, and the admin's pages are not served.
 */
export const emulated = (): boolean => told("AWS_ENDPOINT_URL") !== undefined;

/** Whose connections are encrypted, or there are none. */
const encrypted = ["require", "verify-ca", "verify-full"];

/**
 * The port of the PostgreSQL that `DATABASE_URL` names, and of its standby where `DATABASE_READ_URL` names one; null when the
 * stacks make a database of their own.
 * @throws a sentence when what goes to it and comes from it could be read on the way.
 */
export function givenDatabasePort(): number | null {
  const [port, standbysPort] = [portIn("DATABASE_URL"), portIn("DATABASE_READ_URL")];
  if (standbysPort === null || standbysPort === port) return port;
  if (port === null) throw new Error("DATABASE_READ_URL goes with DATABASE_URL: an Aurora has a standby of its own.");
  throw new Error("DATABASE_READ_URL must have the port of DATABASE_URL: functions are let out to that one only.");
}

function portIn(name: string): number | null {
  const given = told(name);
  if (given === undefined) return null;
  const url = URL.parse(given);
  if (!url) throw new Error(`${name} is not an address, such as postgres://user:password@host:5432/name.`);
  if (!emulated() && !encrypted.includes(url.searchParams.get("sslmode") ?? "")) {
    throw new Error(
      `${name} must end in ?sslmode=verify-full, or in ?sslmode=require where nobody knows its certificate.`,
    );
  }
  return Number(url.port || 5432);
}

/** The secret that holds `SECRETS_KEY`, a given `DATABASE_URL` and what else every function needs. */
export const settingsName = (app: App): string => app.logicalPrefixedName("settings");

/** Of the migration alone: the first owner and, of a given database, whose tables they are. */
export const migrationSettingsName = (app: App): string => app.logicalPrefixedName("migration-settings");

/** Of what the static admin token opens. */
export const tokenName = (app: App): string => app.logicalPrefixedName("admin-token");

/** Where a stage's other choices are kept from deploy to deploy. */
export const choicesName = (app: App): string => app.logicalPrefixedName("choices");

/** Where a stage's own metrics are: two stages of one account do not hear each other's. */
export const metricsNamespace = (app: App): string => app.logicalPrefixedName("Quartermaster");
