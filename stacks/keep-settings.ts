import { createHmac, randomBytes } from "node:crypto";
import type { App } from "sst/constructs";
import { checkAdminToken, shortToken } from "#core/check-settings";
import { checkSecretsKey, newSecretsKey } from "#core/secret";
import { isCommon } from "#core/staff/common-passwords";
import { ownersEmail, ownersPassword } from "#core/staff/first-owner";
import { givenSetting, keptSecret, mergedSettings } from "./kept-secret.ts";
import { digestName, migrationSettingsName, setting, settingsName, tell, tokenName } from "./surroundings.ts";

const names = ["SECRETS_KEY", "DATABASE_URL", "DATABASE_READ_URL", "OTEL_EXPORTER_OTLP_HEADERS"];
/** Each in a secret that is readable only by the functions that need it. */
const apart = [
  { nameOf: migrationSettingsName, names: ["MIGRATION_DATABASE_URL", "OWNER_EMAIL", "OWNER_PASSWORD"] },
  { nameOf: tokenName, names: ["ADMIN_TOKEN"] },
];

/**
 * Tells the stacks the secret settings of this deploy and of earlier ones, which belong into Secrets Manager, where the
 * functions find them. The first deploy generates a `SECRETS_KEY` unless it is given one, and always the
 * `DISTRIBUTION_KEY`, which CloudFormation copies from this secret into the distribution. The secrets are retained when
 * the stage is removed: without the key, nothing encrypted in the store can be read again.
 * @returns what stores them, once the stacks have taken them.
 */
export async function keepSettings(app: App): Promise<() => Promise<void>> {
  refuseOwner(givenSetting("OWNER_EMAIL"), givenSetting("OWNER_PASSWORD"));
  const token = givenSetting("ADMIN_TOKEN");
  checkAdminToken(token);
  const weakness = shortToken(token);
  if (weakness !== null) throw new Error(weakness);
  const { before, keep } = await keptSecret(app, settingsName(app));
  sayWhereItBegins(app, before);
  const others = await Promise.all(
    apart.map(async (secret) => {
      const own = await keptSecret(app, secret.nameOf(app));
      return { keep: own.keep, after: mergedSettings(secret.names, { ...only(secret.names, before), ...own.before }) };
    }),
  );
  const after = without([digestName, ...apart.flatMap((secret) => secret.names)], {
    SECRETS_KEY: newSecretsKey(),
    DISTRIBUTION_KEY: randomBytes(32).toString("base64url"),
    ...mergedSettings(names, before),
  });
  checkSecretsKey(after["SECRETS_KEY"]);
  refuseLostKeys(before["SECRETS_KEY"], after["SECRETS_KEY"]);
  refuseUnknownKey(before["SECRETS_KEY"], after["SECRETS_KEY"]);
  const all: Texts = Object.assign({}, after, ...others.map((secret) => secret.after));
  refuseAddressesOfAnother(before["DATABASE_URL"], all);
  const settings = { ...after, [digestName]: digestOf(all) };
  // The database of earlier deploys is still used if this one does not name it again.
  tell(["DATABASE_URL", "DATABASE_READ_URL", digestName], settings);
  return async () => {
    for (const secret of others) await secret.keep(secret.after);
    await keep(settings);
  };
}

/** Whoever forgets the region of a stage would otherwise find out by a second store, and by its bill. */
function sayWhereItBegins({ mode, region }: App, before: Texts): void {
  if (mode !== "deploy" || setting("AWS_REGION") !== undefined || before["SECRETS_KEY"] !== undefined) return;
  console.warn(
    `AWS_REGION is not set, and this stage has no store in ${region}: a new one begins there. If it has one elsewhere, stop this with Ctrl-C and set AWS_REGION.`,
  );
}

/**
 * Of all secret settings. The templates contain it, so that a changed setting is a change to CloudFormation; the key
 * keeps it from being guessed at. The secret contains it too, so that the migration knows whose settings it has loaded.
 */
const digestOf = (settings: Texts): string =>
  createHmac("sha256", settings["DISTRIBUTION_KEY"] ?? "")
    .update(JSON.stringify(Object.entries(settings).toSorted()))
    .digest("base64url");

type Texts = Readonly<Record<string, string>>;
const picked = (texts: Texts, isWanted: (name: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => isWanted(name)));
/** Earlier releases kept all of them in one secret. */
const only = (wanted: readonly string[], texts: Texts): Texts => picked(texts, (name) => wanted.includes(name));
const without = (unwanted: readonly string[], texts: Texts): Texts => picked(texts, (name) => !unwanted.includes(name));

/** A deploy that names another database keeps the other addresses of the earlier one, unless it is given new ones. */
function refuseAddressesOfAnother(before: string | undefined, after: Texts): void {
  const database = after["DATABASE_URL"];
  if (before === undefined || database === undefined || placeOf(before) === placeOf(database)) return;
  for (const name of ["MIGRATION_DATABASE_URL", "DATABASE_READ_URL"]) {
    if (after[name] === undefined || setting(name) !== undefined) continue;
    throw new Error(`${name} is still that of the earlier database: give that of the new one, or off.`);
  }
}

/** Without who connects, and how. */
function placeOf(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.hostname}:${url.port || 5432}${url.pathname}` : address;
}

const keysIn = (keys: string): string[] =>
  keys
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "");
const idOf = (key = ""): string => key.split(":")[0] ?? "";

/**
 * The migration would create whatever owner it is given, or fail once there is a database. Those of earlier deploys are
 * not looked at again: the store has its owner.
 */
function refuseOwner(address: string | undefined, password: string | undefined): void {
  if (address !== undefined) ownersEmail(address);
  if (password === undefined) return;
  if (isCommon(ownersPassword(password))) throw new Error("OWNER_PASSWORD is too easy to guess: choose another.");
}

/** Without the old keys, what they encrypted is lost. */
function refuseLostKeys(before = "", after = ""): void {
  const lost = keysIn(before).filter((key) => !keysIn(after).includes(key));
  if (lost.length === 0) return;
  throw new Error(`SECRETS_KEY lacks the key ${lost.map(idOf).join(", ")}, which this stage encrypts with: add it.`);
}

/**
 * The first key encrypts. While functions are replaced, some have the settings of this deploy and others those of the
 * one before, and both must be able to decrypt.
 */
function refuseUnknownKey(before = "", after = ""): void {
  const [first] = keysIn(after);
  if (before === "" || keysIn(before).includes(first ?? "")) return;
  throw new Error(
    `No running function knows the key ${idOf(first)}: put ${idOf(first)} last in SECRETS_KEY, deploy, and then first.`,
  );
}
