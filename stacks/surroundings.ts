/** The deploy's settings from the environment. Secrets never get into a template. */
import type { App } from "sst/constructs";

/** A setting, if it is given. */
export const setting = (name: string): string | undefined => process.env[name] || undefined;

/** A setting with fixed values; the first is the default. @throws a sentence for any other value. */
export function oneOf<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value {
  const text = setting(name);
  const value = text === undefined ? values[0] : values.find((one) => one === text);
  if (value === undefined) throw new Error(`${name} is "${text}": it is one of ${values.join(", ")}.`);
  return value;
}

/** Sets the values that the stacks read from now on: a name that is missing is not set. */
export function tell(names: readonly string[], values: Readonly<Record<string, string>>): void {
  for (const name of names) {
    const value = values[name];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/**
 * Emulators have no real networks or CloudFront, and lack several of their resources: there functions can reach
 * anything, and the admin's pages are not served.
 */
export const emulated = (): boolean => setting("AWS_ENDPOINT_URL") !== undefined;

/** The `sslmode` values that require encryption. */
const encrypted = ["require", "verify-ca", "verify-full"];

/**
 * The port of the PostgreSQL in `DATABASE_URL`, and of its standby in `DATABASE_READ_URL`, if given; null if the stacks
 * create their own database.
 * @throws a sentence if the connection would not be encrypted.
 */
export function givenDatabasePort(): number | null {
  const [port, standbysPort] = [portIn("DATABASE_URL"), portIn("DATABASE_READ_URL")];
  if (standbysPort === null || standbysPort === port) return port;
  if (port === null) throw new Error("DATABASE_READ_URL goes with DATABASE_URL: an Aurora has a standby of its own.");
  throw new Error("DATABASE_READ_URL must have the port of DATABASE_URL: functions are let out to that one only.");
}

function portIn(name: string): number | null {
  const given = setting(name);
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

/** The secret with `SECRETS_KEY`, a given `DATABASE_URL` and everything else that every function needs. */
export const settingsName = (app: App): string => app.logicalPrefixedName("settings");

/** For the migration only: the first owner and, for a given database, the role that owns its tables. */
export const migrationSettingsName = (app: App): string => app.logicalPrefixedName("migration-settings");

/** For the operations that accept the static admin token. */
export const tokenName = (app: App): string => app.logicalPrefixedName("admin-token");

/** The setting with the digest of all secret ones, and the functions' variable for it. */
export const digestName = "SETTINGS_DIGEST";

/** Where a stage's other choices are kept between deploys. */
export const choicesName = (app: App): string => app.logicalPrefixedName("choices");

/** The namespace of a stage's own metrics, to separate two stages in one account. */
export const metricsNamespace = (app: App): string => app.logicalPrefixedName("Quartermaster");
