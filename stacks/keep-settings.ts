import { randomBytes } from "node:crypto";
import type { App } from "sst/constructs";
import { checkSecretsKey, newSecretsKey } from "#core/secret";
import { keptAndTold, keptSecret } from "./kept-secret.ts";
import { migrationSettingsName, settingsName, tell, tokenName } from "./surroundings.ts";

const names = ["SECRETS_KEY", "DATABASE_URL", "DATABASE_READ_URL", "OTEL_EXPORTER_OTLP_HEADERS"];
/** Each in a secret that is readable only by the functions that need it. */
const apart = [
  { nameOf: migrationSettingsName, names: ["MIGRATION_DATABASE_URL", "OWNER_EMAIL", "OWNER_PASSWORD"] },
  { nameOf: tokenName, names: ["ADMIN_TOKEN"] },
];

/**
 * Puts the secret settings of this deploy into Secrets Manager, where the functions find them, and keeps those of
 * earlier deploys. The first deploy generates a `SECRETS_KEY` unless it is given one, and always the
 * `DISTRIBUTION_KEY`, which CloudFormation copies from this secret into the distribution. The secrets are retained when
 * the stage is removed: without the key, nothing encrypted in the store can be read again.
 */
export async function keepSettings(app: App): Promise<void> {
  const { before, keep } = await keptSecret(app, settingsName(app));
  for (const secret of apart) {
    const own = await keptSecret(app, secret.nameOf(app));
    await own.keep(keptAndTold(secret.names, { ...only(secret.names, before), ...own.before }));
  }
  const after = without(
    apart.flatMap((secret) => secret.names),
    {
      SECRETS_KEY: newSecretsKey(),
      DISTRIBUTION_KEY: randomBytes(32).toString("base64url"),
      ...keptAndTold(names, before),
    },
  );
  checkSecretsKey(after["SECRETS_KEY"]);
  refuseLostKeys(before["SECRETS_KEY"], after["SECRETS_KEY"]);
  // The database of earlier deploys is still used if this one does not name it again.
  tell(["DATABASE_URL", "DATABASE_READ_URL"], after);
  await keep(after);
}

type Texts = Readonly<Record<string, string>>;
const picked = (texts: Texts, isWanted: (name: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => isWanted(name)));
/** Earlier releases kept all of them in one secret. */
const only = (wanted: readonly string[], texts: Texts): Texts => picked(texts, (name) => wanted.includes(name));
const without = (unwanted: readonly string[], texts: Texts): Texts => picked(texts, (name) => !unwanted.includes(name));

/** A new key goes in front of the old ones; without those, what they encrypted is lost. */
function refuseLostKeys(before = "", after = ""): void {
  const keysIn = (keys: string) => keys.split(",").filter((key) => key !== "");
  const lost = keysIn(before).filter((key) => !keysIn(after).includes(key));
  if (lost.length === 0) return;
  const ids = lost.map((key) => key.split(":")[0]).join(", ");
  throw new Error(`SECRETS_KEY lacks the key ${ids}, which this stage encrypts with: put the new key in front of it.`);
}
